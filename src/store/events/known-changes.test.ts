import { expect, it } from 'vitest';
import { makeId } from '../../domain/ids.ts';
import { KnownChanges } from './known-changes.ts';

const changeOf = (number: number, sequence: number) => ({
  intentId: makeId('pi', number, new Uint8Array(10)),
  sequence,
  status: 'processing' as const,
});

it('a change that is announced again is news only if it was not heard', () => {
  const known = new KnownChanges();
  expect(known.isNews(changeOf(1, 2), false)).toBe(true);
  expect(known.isNews(changeOf(1, 1), true)).toBe(false);
  expect(known.isNews(changeOf(1, 2), true)).toBe(false);
  expect(known.isNews(changeOf(1, 3), true)).toBe(true);
  expect(known.isNews(changeOf(1, 3), true)).toBe(false);
  expect(known.isNews(changeOf(2, 1), true)).toBe(true);
});

it('a first announcement is always news', () => {
  const known = new KnownChanges();
  expect([2, 2, 1].map((sequence) => known.isNews(changeOf(1, sequence), false))).toEqual([true, true, true]);
  expect(known.isNews(changeOf(1, 2), true)).toBe(false);
});

it('what was heard long ago is forgotten first', () => {
  const known = new KnownChanges();
  for (let number = 1; number <= 10_000; number += 1) known.isNews(changeOf(number, 1), false);
  known.isNews(changeOf(1, 2), false);
  known.isNews(changeOf(10_001, 1), false);
  expect(known.isNews(changeOf(1, 2), true)).toBe(false);
  expect(known.isNews(changeOf(3, 1), true)).toBe(false);
  expect(known.isNews(changeOf(2, 1), true)).toBe(true);
});
