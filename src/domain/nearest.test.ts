import { expect, it } from 'vitest';
import { nearest } from './nearest.ts';

const KNOWN = ['events list', 'events tail', 'listen', 'trigger', 'pay'];

it.each([
  ['lisen', 'listen'],
  ['litsen', 'listen'],
  ['listenn', 'listen'],
  ['event tail', 'events tail'],
  ['events lst', 'events list'],
  ['triger', 'trigger'],
  ['pya', 'pay'],
  ['frobnicate', undefined],
  ['', undefined],
])('for %j it is %j', (typed, meant) => {
  expect(nearest(typed, KNOWN)).toBe(meant);
});

it('is no word that is short and far', () => {
  const paths = ['payment_intents', 'create_checkout_payment_intent'];
  expect(nearest('create_payment_intent', paths)).toBe('create_checkout_payment_intent');
});

it('is nothing where nothing is known', () => {
  expect(nearest('listen', [])).toBeUndefined();
});
