import { expect, it } from 'vitest';
import { EVENT_TYPES } from '../events/event.ts';
import { findUnknownTypes } from './find-unknown-types.ts';

it('accepts every type, prefixes and everything', () => {
  expect(findUnknownTypes([...EVENT_TYPES, '*', 'payment.*', 'webhook_endpoint.*'])).toEqual([]);
});

it('names the places of what matches nothing', () => {
  const found = findUnknownTypes(['pay*', 'payment.seen', 'invoice.*']);
  expect(found).toEqual([
    { place: 0, detail: 'No event type matches pay*.' },
    { place: 2, detail: 'No event type matches invoice.*.' },
  ]);
});

it.each([
  ['payment.succeeded', 'payment_intent.succeeded'],
  ['charge.succeeded', 'payment_intent.succeeded'],
  ['payment_intent.confirmed', 'payment.confirmed'],
  ['payment_intent.suceeded', 'payment_intent.succeeded'],
  ['payment_intents.*', 'payment_intent.*'],
  ['payments.*', 'payment.*'],
  ['payment_intent', 'payment_intent.*'],
  ['payment_intent.*.*', 'payment_intent.*'],
  ['wallet.change', 'wallet.changed'],
])('takes %s for %s', (entry, meant) => {
  const detail = `No event type matches ${entry}. Did you mean ${meant}?`;
  expect(findUnknownTypes([entry])).toEqual([{ place: 0, detail }]);
});

it.each(['', 'x', 'customer.subscription', '.', 'a'.repeat(50_000)])('knows nothing near %j', (entry) => {
  expect(findUnknownTypes([entry])).toEqual([{ place: 0, detail: `No event type matches ${entry}.` }]);
});

it('guesses for the first of many only', () => {
  const found = findUnknownTypes(Array.from({ length: 50 }, () => 'payments.*'));
  expect(found).toHaveLength(50);
  expect(found.filter(({ detail }) => detail.includes('Did you mean'))).toHaveLength(5);
});
