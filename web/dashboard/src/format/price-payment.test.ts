import { describe, expect, it } from 'vitest';
import { makeId } from '../../../../src/domain/ids.ts';
import { openIntent } from '../../../../src/domain/intents/intent.ts';
import { sampleRequest } from '../../../../test/memory/sample-request.ts';
import { exponentOf } from './money.ts';
import { readRate, sumUp, toCrypto } from './price-payment.ts';

describe('sumUp', () => {
  it('adds the tax to the prices, or takes it out of them', () => {
    const lines = [{ unitAmount: 5_000, quantity: 2 }];
    expect(sumUp(lines, 21, false)).toEqual({ lines: 10_000n, tax: 2_100n, total: 12_100n });
    expect(sumUp([{ unitAmount: 12_100, quantity: 1 }], 21, true)).toEqual({
      lines: 12_100n,
      tax: 2_100n,
      total: 12_100n,
    });
    expect(sumUp(lines, 0, true)).toEqual({ lines: 10_000n, tax: 0n, total: 10_000n });
    expect(sumUp([], 21, false)).toEqual({ lines: 0n, tax: 0n, total: 0n });
  });

  it('rounds half a unit up', () => {
    expect(sumUp([{ unitAmount: 50, quantity: 1 }], 1, false).tax).toBe(1n);
    expect(sumUp([{ unitAmount: 49, quantity: 1 }], 1, false).tax).toBe(0n);
  });

  it('keeps every digit of large orders', () => {
    const { total } = sumUp([{ unitAmount: 999_999_999_999, quantity: 1_000_000 }], 100, false);
    expect(total).toBe(1_999_999_999_998_000_000n);
  });
});

describe('readRate', () => {
  it.each([
    ['261.10', '261.10'],
    [' 0,085 ', '0.085'],
    ['007', '7'],
    ['1', '1'],
  ])('%s is %s', (text, rate) => expect(readRate(text)).toBe(rate));

  it.each(['', '0', '0.00', '-1', '1.', '.5', '1e3', '98,114.20', 'many'])('%s is none', (text) =>
    expect(readRate(text)).toBeNull(),
  );
});

describe('toCrypto', () => {
  it.each([
    [12_100n, 'USD', '261.10', '0.463424'],
    [12_100n, 'USD', '1', '121'],
    [1n, 'USD', '98114.20', '0.00000011'],
    [1_000n, 'JPY', '150', '6.66667'],
    [1_234n, 'KWD', '0.31', '3.98065'],
    [0n, 'USD', '5', '0'],
  ])('%s %s at %s is %s', (total, currency, rate, crypto) =>
    expect(toCrypto(total, exponentOf(currency), rate)).toBe(crypto),
  );

  it('is never worth less than the total, and at most a hundredth of a unit more while eight decimals suffice', () => {
    for (const rate of ['261.10', '84.2', '1', '0.9997', '3.3333']) {
      for (const total of [1n, 99n, 12_100n, 999_999_999_999n]) {
        const [whole = '', fraction = ''] = toCrypto(total, 2, rate).split('.');
        const [rateWhole = '', rateFraction = ''] = rate.split('.');
        const scale = 10n ** BigInt(fraction.length + rateFraction.length);
        const worth = BigInt(whole + fraction) * BigInt(rateWhole + rateFraction) * 100n;
        expect(worth).toBeGreaterThanOrEqual(total * scale);
        expect(worth * 100n).toBeLessThanOrEqual(total * scale * 100n + scale);
      }
    }
  });
});

describe('a payment with these sums', () => {
  it.each([
    [1_999, 3, 21, false, '261.10'],
    [1_999, 3, 21, true, '0.9997'],
    [1, 1, 7, false, '98114.20'],
    [333, 7, 100, true, '84.2'],
  ])('of %s × %s with %s%% tax has no warning', (unitAmount, quantity, percent, included, rate) => {
    const { tax, total } = sumUp([{ unitAmount, quantity }], percent, included);
    const request = sampleRequest(`${toCrypto(total, 2, rate)} SOL`, {
      total_amount: Number(total),
      tax_amount: Number(tax),
      tax_percent: percent,
      currency_displayed: 'USD',
      exchange_rate: `1 SOL = ${rate} USD`,
    });
    const id = makeId('pi', 0, new Uint8Array(10));
    const intent = openIntent({ id, livemode: false, nowMs: 0, request, requestBody: JSON.stringify(request) });
    // The smallest unit of a coin can be worth more than 1% of a very small total.
    const warnings = intent.warnings.filter(({ code }) => total > 100n || code !== 'crypto_amount_off');
    expect(warnings).toEqual([]);
  });
});
