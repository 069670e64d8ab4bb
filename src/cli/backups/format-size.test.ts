import { describe, expect, it } from 'vitest';
import { formatSize } from './format-size.ts';

describe('the size of a file', () => {
  it.each([
    [0, '0 bytes'],
    [1_023, '1023 bytes'],
    [1_024, '1.0 KiB'],
    [1_572_864, '1.5 MiB'],
    [5 * 1_024 ** 3, '5.0 GiB'],
    [3_000 * 1_024 ** 4, '3000.0 TiB'],
  ])('%i is %s', (bytes, shown) => {
    expect(formatSize(bytes)).toBe(shown);
  });
});
