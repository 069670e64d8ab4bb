import { expect, it } from 'vitest';
import { findMistaken } from './find-mistaken.ts';
import type { IntentRequest } from './intent-request.ts';

const find = (members: object) => findMistaken(members as IntentRequest);

it.each([
  ['retrun_url', 'return_url'],
  ['returnUrl', 'return_url'],
  ['return-url', 'return_url'],
  ['cancelURL', 'cancel_url'],
  ['meta_data', 'metadata'],
  ['orderId', 'order_id'],
  ['expire_in', 'expires_in'],
  ['locales', 'locale'],
  ['desciption', 'description'],
])('takes %s for %s', (name, meant) => {
  expect(find({ [name]: 1 })).toEqual([{ name, hint: `Did you mean "${meant}"?` }]);
});

it.each([
  ['expires_at', 'Use "expires_in", in seconds.'],
  ['expiresAt', 'Use "expires_in", in seconds.'],
  ['success_url', 'Use "return_url".'],
  ['redirect_url', 'Use "return_url".'],
  ['customer_email', 'Use "customer.email".'],
  ['webhook_url', 'Add a webhook endpoint instead (/docs/webhooks).'],
])('knows what does the work of %s', (name, hint) => {
  expect(find({ customer: { email: 'a@b' }, [name]: 1 })).toEqual([{ name, hint }]);
});

it.each(['status', 'scale', 'callback_url', 'url', 'customer_id', 'return\u0000url', 'x'.repeat(10_000)])(
  'knows nothing near %j',
  (name) => expect(find({ [name]: 1 })).toEqual([]),
);

it('suggests no field that the request has', () => {
  expect(find({ return_url: 'https://shop.example', returnUrl: 'x', success_url: 'x' })).toEqual([]);
  expect(find({ expires_in: 900, expires_at: 'x' })).toEqual([]);
});

it('compares only the first of many unknown members', () => {
  const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`member_${index}`, 1]));
  expect(find({ ...many, retrun_url: 1 })).toEqual([]);
  expect(find({ retrun_url: 1, ...many })).toHaveLength(1);
});
