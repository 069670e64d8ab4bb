import { expect, it } from 'vitest';
import { fromLocalInput, toLocalInput } from './local-time.ts';

it('a time goes into a field and comes back, to the minute', () => {
  const iso = '2026-11-05T03:07:00.000Z';
  expect(toLocalInput(iso)).toMatch(/^2026-11-0[456]T\d\d:\d\d$/);
  expect(fromLocalInput(toLocalInput(iso))).toBe(iso);
});

it('what is no time is empty', () => {
  expect([toLocalInput(undefined), toLocalInput('soon')]).toEqual(['', '']);
  expect(fromLocalInput('')).toBeUndefined();
  expect(fromLocalInput('soon')).toBeUndefined();
});
