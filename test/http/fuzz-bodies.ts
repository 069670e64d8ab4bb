import * as fc from 'fast-check';
import { fuzzJson } from './fuzz-json.ts';

const text = (maxLength: number) =>
  fc.oneof(
    { weight: 6, arbitrary: fc.string({ maxLength: Math.min(maxLength, 20), unit: 'grapheme-composite' }) },
    { weight: 1, arbitrary: fc.string({ maxLength: Math.min(maxLength, 40), unit: 'binary' }) },
    { weight: 1, arbitrary: fc.constantFrom('', 'x'.repeat(maxLength), '😀'.repeat(maxLength)) },
  );

const edges = (min: number, max: number) =>
  fc.oneof(fc.integer({ min, max }), fc.constantFrom(min, min + 1, max - 1, max));

const optional = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: undefined, freq: 3 });

const address = fc.record({
  address: text(512),
  city: text(128),
  state: text(128),
  country: text(64),
  postal_code: text(32),
});

const digits = (maxLength: number) => fc.stringMatching(new RegExp(`^[0-9]{1,${maxLength}}$`));
const asset = fc.constantFrom('SOL', 'btc', 'USDC.e', 'A', 'ABCDEFGHIJKLMNOP', '1INCH');

const cryptoAmount = fc
  .tuple(fc.integer({ min: 1, max: 9_999 }), fc.option(digits(18), { nil: undefined }), asset)
  .map(([whole, fraction, code]) => `${whole}${fraction === undefined ? '' : `.${fraction}`} ${code}`);

const exchangeRate = fc
  .tuple(asset, digits(12), fc.constantFrom('$#', '€#', '# USD', 'EUR #', '#₿', 'CA$ #', '#.5 KWD'))
  .map(([code, amount, form]) => `1 ${code} = ${form.replace('#', amount)}`);

/** A body that the schema allows, most of the time with some text that it may not. */
const body = fc.record({
  customer: fc.record({
    name: text(256),
    email: fc.oneof(
      fc.emailAddress(),
      text(20).map((name) => `${name}@example.com`),
    ),
    phone_number: text(32),
  }),
  total_amount: edges(0, 999_999_999_999),
  items: fc.array(fc.record({ item_id: text(128), quantity: edges(1, 1_000_000) }), { minLength: 1, maxLength: 4 }),
  currency_displayed: fc.constantFrom('USD', 'eur', 'JPY', 'KWD', 'XQZ', 'ABCDEFGHIJKL', '123'),
  tax_percent: fc.oneof(
    edges(0, 100),
    fc.integer({ min: 0, max: 100 }).map((percent) => percent.toString().padStart(2, '0')),
  ),
  tax_amount: edges(0, 999_999_999_999),
  crypto_amount_requested: cryptoAmount,
  exchange_rate: exchangeRate,
  billing_address: address,
  shipping_address: address,
  metadata: optional(fc.dictionary(fc.string({ maxLength: 40, unit: 'grapheme-ascii' }), text(500), { maxKeys: 5 })),
  order_id: optional(text(128)),
  description: optional(text(1_000)),
  return_url: optional(fc.webUrl()),
  cancel_url: optional(fc.webUrl()),
  expires_in: optional(edges(300, 604_800)),
  locale: optional(fc.constantFrom('en', 'ar-EG', 'zh-Hant-TW')),
});

/** Bodies of every kind between a right one and noise. */
export const fuzzBody: fc.Arbitrary<Buffer> = fuzzJson(body);
