import { expect, it } from 'vitest';
import { checkEventTypes } from './check-event-types.ts';

it('accepts types, prefixes and everything', () => {
  expect(checkEventTypes(['*', 'payment.*', 'payment_intent.succeeded', 'webhook_endpoint.disabled'])).toEqual([]);
});

it('names every entry that matches no event', () => {
  const errors = checkEventTypes(['pay*', 'payment.seen', 'payments.*', '']);
  expect(errors.map(({ pointer }) => pointer)).toEqual(['#/events/0', '#/events/2', '#/events/3']);
});
