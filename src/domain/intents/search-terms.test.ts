import { describe, expect, it } from 'vitest';
import { fiatAmount } from '../money/money.ts';
import {
  amountRange,
  foldText,
  networkRange,
  type Searchable,
  searchRange,
  searchTermsOf,
  type TermRange,
} from './search-terms.ts';

const sample: Searchable = {
  id: '034xq7eOP9ZYU86r8hkeCz',
  customerName: 'Zoë  van Straße',
  customerEmail: 'Zoe@Example.org',
  orderId: 'Order-7',
  currency: 'USD',
  totalAmount: fiatAmount(12_100),
  addresses: ['bc1qAB'],
  payments: [{ network: 'bitcoin', tx: 'TX1' }],
  invoiceNumbers: ['INV-000042', 'CN-000007', 'PI_2026/000001'],
};

const has = (range: TermRange | undefined, intent = sample) =>
  range !== undefined && searchTermsOf(intent).some((term) => range.from <= term && term < range.below);

describe('foldText', () => {
  it.each([
    ['ΣΊΣΥΦΟΣ', 'σίσυφος'],
    ['STRASSE', 'straße'],
    ['e\u0301lodie', 'ÉLODIE'],
    ['ﬁne', 'FINE'],
    ['a\u200bb', 'AB'],
    [' a \t\n b ', 'a b'],
  ])('makes %j and %j the same', (one, other) => expect(foldText(one)).toBe(foldText(other)));

  it('cuts what is long, and never half of a character', () => {
    expect(foldText('💶'.repeat(200))).toBe('💶'.repeat(100));
  });
});

describe('searchTermsOf', () => {
  it.each([
    'pi_034XQ7',
    '034xq7eop9zyu86r8hkecz',
    'zoë van',
    'VAN STR',
    'strasse',
    'zoe@example.org',
    'order-',
    'BC1Q',
    'tx1',
    'inv-000042',
    'cn-000007',
    'pi_2026/0',
  ])('is found by %j', (text) => expect(has(searchRange(text))).toBe(true));

  it.each(['oë', 'example', 'usd', 'bitcoin', '12100', '42'])('is not found by %j', (text) =>
    expect(has(searchRange(text))).toBe(false),
  );

  it('is found by the text as a whole where that is longer than a term', () => {
    const long = { ...sample, orderId: 'o'.repeat(128) };
    expect(has(searchRange('o'.repeat(128)), long)).toBe(true);
  });

  it('has a range for amounts of one currency and for a network', () => {
    const within = (min: number, max: number, currency = 'USD') =>
      has(amountRange(currency, fiatAmount(min), fiatAmount(max)));
    expect([within(12_100, 12_100), within(0, 999_999_999_999), within(12_101, 20_000), within(0, 12_099)]).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect([within(0, 999_999_999_999, 'USD1'), within(0, 999_999_999_999, 'US')]).toEqual([false, false]);
    expect([has(networkRange('bitcoin')), has(networkRange('bit')), has(networkRange('bitcoin-x'))]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('searches for nothing where nothing visible was typed', () => {
    expect([searchRange('  '), searchRange('\u200b'), searchRange('pi_')]).toEqual([undefined, undefined, undefined]);
  });
});
