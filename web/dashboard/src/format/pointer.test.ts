import { expect, it } from 'vitest';
import { readPointer } from './pointer.ts';

it.each([
  ['#/crypto_amount_requested', 'crypto_amount_requested'],
  ['#/customer/email', 'customer.email'],
  ['#/items/0/quantity', 'items[0].quantity'],
  ['<img>', '<img>'],
])('%s is %s', (pointer, field) => {
  expect(readPointer(pointer)).toBe(field);
});
