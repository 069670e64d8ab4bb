import { expect, it } from 'vitest';
import { EVENT_GROUPS, EVENT_TYPES, expandTypes, shortenTypes } from './event-types.ts';

it('every type stands in the group of its prefix', () => {
  for (const { prefix, types } of EVENT_GROUPS) for (const type of types) expect(type.split('.')[0]).toBe(prefix);
});

it.each([
  [['*'], ['*']],
  [['payment_intent.*'], ['payment_intent.*']],
  [
    ['payment.seen', 'payment.final'],
    ['payment.seen', 'payment.final'],
  ],
  [['transfer.*'], ['transfer.unmatched']],
  [
    ['payment.*', 'payment_intent.succeeded'],
    ['payment_intent.succeeded', 'payment.*'],
  ],
  [[], []],
])('%j means %j', (listed, shortened) => {
  expect(shortenTypes(expandTypes(listed))).toEqual(shortened);
});

it('all types together are everything', () => {
  expect(shortenTypes(new Set(EVENT_TYPES))).toEqual(['*']);
});
