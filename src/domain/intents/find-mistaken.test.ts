import { expect, it } from 'vitest';
import { findMistaken } from './find-mistaken.ts';
import type { IntentRequest } from './intent-request.ts';

const PARTS = { customer: {}, billing_address: {}, shipping_address: {}, items: [] };

const find = (members: object) => findMistaken({ ...PARTS, ...members } as unknown as IntentRequest);

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
  expect(find({ [name]: 1 })).toEqual([{ pointer: `#/${name}`, name, hint: `Did you mean "${meant}"?` }]);
});

it.each([
  ['expires_at', 'Use "expires_in", in seconds.'],
  ['expiresAt', 'Use "expires_in", in seconds.'],
  ['success_url', 'Use "return_url".'],
  ['redirect_url', 'Use "return_url".'],
  ['customer_email', 'Use "customer.email".'],
  ['webhook_url', 'Add a webhook endpoint instead (/docs/guides/webhooks).'],
  ['amount', 'Use "total_amount".'],
  ['currency', 'Use "currency_displayed".'],
  ['line_items', 'Use "items".'],
  ['lineItems', 'Use "items".'],
])('knows what does the work of %s', (name, hint) => {
  expect(find({ [name]: 1 })).toEqual([{ pointer: `#/${name}`, name, hint }]);
});

it.each([
  ['customer', 'first_name', 'Use "name".'],
  ['customer', 'firstName', 'Use "name".'],
  ['customer', 'phone', 'Use "phone_number".'],
  ['billing_address', 'zip', 'Use "postal_code".'],
  ['billing_address', 'line1', 'Use "address".'],
  ['shipping_address', 'province', 'Use "state".'],
])('knows what does the work of %s.%s', (part, member, hint) => {
  const found = [{ pointer: `#/${part}/${member}`, name: `${part}.${member}`, hint }];
  expect(find({ [part]: { [member]: 1 } })).toEqual(found);
});

it('names a member of items once, where it is first', () => {
  const items = [{ item_id: 'mug' }, { price: 1, qty: 1 }, { price: 1, unit_amount: 1 }];
  expect(find({ items })).toEqual([
    { pointer: '#/items/1/price', name: 'items[].price', hint: 'Set the price of the item in your catalog.' },
    { pointer: '#/items/1/qty', name: 'items[].qty', hint: 'Use "quantity".' },
    {
      pointer: '#/items/2/unit_amount',
      name: 'items[].unit_amount',
      hint: 'Set the price of the item in your catalog.',
    },
  ]);
});

it('knows nothing of other members of parts', () => {
  const address = { company: 1, id: 1, zap: 1, ['x'.repeat(10_000)]: 1 };
  expect(find({ customer: { age: 1, nmae: 1 }, billing_address: address, items: [{ note: 1 }] })).toEqual([]);
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
  expect(find({ customer: { ...many, phone: 1 } })).toEqual([]);
});

it('reports only the first of many', () => {
  const names = ['amount', 'currency', 'expires_at', 'success_url', 'redirect_url', 'line_items', 'customer_email'];
  const address = { zip: 1, zip_code: 1, line1: 1, line2: 1, street: 1, region: 1, province: 1, town: 1 };
  const top = Object.fromEntries(names.map((name) => [name, 1]));
  expect(find({ ...top, billing_address: address, shipping_address: address })).toHaveLength(20);
});
