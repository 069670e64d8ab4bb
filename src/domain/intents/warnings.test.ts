import { describe, expect, it } from 'vitest';
import { ASSETS } from '../money/asset.ts';
import { parseCryptoAmount } from '../money/crypto-amount.ts';
import type { IntentRequest } from './intent-request.ts';
import { warningsOf } from './warnings.ts';

const address = { address: '', city: '', state: '', country: '', postal_code: '' };

const request = (more: Partial<IntentRequest> = {}): IntentRequest => ({
  customer: { name: '', email: 'a@b', phone_number: '' },
  total_amount: 12_100,
  items: [{ item_id: 'x', quantity: 1 }],
  currency_displayed: 'USD',
  tax_percent: 21,
  tax_amount: 2_100,
  crypto_amount_requested: '0.46342 SOL',
  exchange_rate: '1 SOL = $261.10',
  billing_address: address,
  shipping_address: address,
  ...more,
});

function codes(more: Partial<IntentRequest>, livemode = false): string[] {
  const whole = request(more);
  const due = parseCryptoAmount(whole.crypto_amount_requested);
  return warningsOf(whole, due, !livemode && ASSETS.has(due.asset)).map(({ code }) => code);
}

describe('warnings', () => {
  it('are none where all adds up', () => expect(codes({})).toEqual([]));

  it.each<[string, Partial<IntentRequest>, string[]]>([
    ['a zero total', { total_amount: 0, tax_amount: 0 }, ['zero_total', 'crypto_amount_off']],
    ['tax above the total', { tax_amount: 12_101 }, ['tax_exceeds_total']],
    ['tax that is no such percentage', { tax_amount: 2_000 }, ['tax_amount_off']],
    ['a crypto amount that misses the total', { crypto_amount_requested: '0.00025 SOL' }, ['crypto_amount_off']],
    ['a rate of zero', { exchange_rate: '1 SOL = $0' }, ['exchange_rate_zero']],
    ['an unknown currency', { currency_displayed: 'XYZ' }, ['unknown_currency']],
    ['a rate in another currency', { exchange_rate: '1 SOL = 261.10 CHF' }, ['currency_mismatch']],
    ['a rate of another asset', { exchange_rate: '1 BTC = $261.10' }, ['asset_mismatch']],
    [
      'an unknown asset',
      { crypto_amount_requested: '0.46342 FOO', exchange_rate: '1 FOO = $261.10' },
      ['unknown_asset'],
    ],
  ])('report %s', (_, more, expected) => expect(codes(more)).toEqual(expected));

  it('take tax on top of the total as well as tax inside it', () => {
    expect(codes({ total_amount: 10_000, tax_amount: 2_100, crypto_amount_requested: '0.383 SOL' })).toEqual([]);
  });

  it('count in the currency’s own smallest unit', () => {
    const yen = { total_amount: 12_100, currency_displayed: 'JPY', exchange_rate: '1 SOL = ¥40,000' };
    expect(codes({ ...yen, crypto_amount_requested: '0.3025 SOL' })).toEqual([]);
    expect(codes({ ...yen, crypto_amount_requested: '0.003025 SOL' })).toEqual(['crypto_amount_off']);
  });

  it('name the missing wallet in live mode', () => expect(codes({}, true)).toEqual(['no_wallet']));
});
