import { expect, it } from 'vitest';
import { findMisspelled } from './find-misspelled.ts';
import type { IntentRequest } from './intent-request.ts';

const find = (members: object) => findMisspelled(members as IntentRequest);

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
  expect(find({ [name]: 1 })).toEqual([{ name, meant }]);
});

it.each(['status', 'scale', 'callback_url', 'expires_at', 'url', 'customer_id', 'return\u0000url', 'x'.repeat(10_000)])(
  'knows nothing near %j',
  (name) => expect(find({ [name]: 1 })).toEqual([]),
);

it('suggests no field that the request has', () => {
  expect(find({ return_url: 'https://shop.example', returnUrl: 'x' })).toEqual([]);
});

it('compares only the first of many unknown members', () => {
  const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`member_${index}`, 1]));
  expect(find({ ...many, retrun_url: 1 })).toEqual([]);
  expect(find({ retrun_url: 1, ...many })).toHaveLength(1);
});
