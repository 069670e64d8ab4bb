import { expect, it } from 'vitest';
import { matchesEvent } from './matches-event.ts';

it.each([
  [['*'], 'payment.seen', true],
  [['payment.seen'], 'payment.seen', true],
  [['payment.seen'], 'payment.seen.twice', false],
  [['payment.*'], 'payment.seen', true],
  [['payment.*'], 'payment_intent.created', false],
  [['payment.*', 'payment_intent.created'], 'payment_intent.created', true],
  [['pay*'], 'payment.seen', false],
  [[], 'payment.seen', false],
])('%j wants %s: %s', (listed, type, wanted) => {
  expect(matchesEvent(listed, type)).toBe(wanted);
});
