import { expect, it } from 'vitest';
import { formatAge } from './format-age.ts';

it.each([
  [-5_000, '0 s'],
  [0, '0 s'],
  [59_999, '59 s'],
  [119_999, '119 s'],
  [120_000, '2 min'],
  [7_199_999, '119 min'],
  [7_200_000, '2 h'],
  [172_800_000, '2 days'],
])('formatAge(%d) is %s', (ms, text) => {
  expect(formatAge(ms)).toBe(text);
});
