import { expect, it } from 'vitest';
import { parseRetryAfter } from './parse-retry-after.ts';

const NOW_MS = Date.UTC(2026, 10, 16, 12, 0, 0);

it.each([
  ['120', 120_000],
  [' 0 ', 0],
  ['Mon, 16 Nov 2026 12:01:00 GMT', 60_000],
  ['Mon, 16 Nov 2026 11:00:00 GMT', 0],
  ['soon', undefined],
  ['Soon', undefined],
  ['-5', undefined],
  ['1.5', undefined],
  ['99999999999999999999', undefined],
  ['2026', 2_026_000],
  ['', undefined],
  [undefined, undefined],
])('%j asks for %s ms', (header, expected) => {
  expect(parseRetryAfter(header, NOW_MS)).toBe(expected);
});
