import { describe, expect, it } from 'vitest';
import { formatLag, formatSize } from './data-store.ts';

describe('formatSize', () => {
  it.each([
    [0, '0 bytes'],
    [999, '999 bytes'],
    [1_000, '1 KB'],
    [8_765_432, '8.8 MB'],
    [999_960_000, '1 GB'],
    [1_234_000_000_000, '1.2 TB'],
    [5_000_000_000_000_000, '5,000 TB'],
  ])('writes %i bytes as %s', (bytes, text) => expect(formatSize(bytes)).toBe(text));
});

describe('formatLag', () => {
  it.each([
    [0, 'None'],
    [49, 'None'],
    [50, '0.1 s'],
    [4_210, '4.2 s'],
    [59_960, '1 min'],
    [12 * 60_000, '12 min'],
    [3 * 3_600_000, '3 h'],
    [72 * 3_600_000, '3 days'],
  ])('writes %i ms as %s', (ms, text) => expect(formatLag(ms)).toBe(text));
});
