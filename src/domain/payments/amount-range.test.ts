import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Intent } from '../intents/intent.ts';
import { sampleIntent } from '../intents/sample-intent.test-fixture.ts';
import { formatDecimal, parseDecimal, roundUpToUnit } from '../money/decimal.ts';
import { type CryptoAmount, fiatAmount, subtract, toBigInt } from '../money/money.ts';
import { type AmountRange, amountRange } from './amount-range.ts';

function rangeOf(due: string, rate: string, totalMinor: number, { decimals = 6, remaining = due, ...more } = {}) {
  const intent = sampleIntent(due, rate, 1, { totalAmount: fiatAmount(totalMinor), ...(more as Partial<Intent>) });
  const [amount = ''] = remaining.split(' ');
  const { lowest, highest, step, round } = amountRange(intent, parseDecimal(amount), decimals);
  return [lowest, highest, step, round].map(formatDecimal);
}

/** How many amounts can be issued. */
const countOf = ({ lowest, highest, step, round }: AmountRange): bigint => {
  const multiples = (unit: CryptoAmount) =>
    toBigInt(highest) / toBigInt(unit) - (toBigInt(lowest) - 1n) / toBigInt(unit);
  return multiples(step) - multiples(round);
};

describe('amountRange', () => {
  it.each<[string, string, string, number, object, string[]]>([
    ['a thousandth of the price', '121 USDC', '1 USDC = $1', 12_100, {}, ['121.000001', '121.121', '0.000001', '0.01']],
    ['a cent if that is more', '1 USDC', '1 USDC = $1', 100, {}, ['1.000001', '1.009999', '0.000001', '0.01']],
    [
      'a cent at the rate of the request',
      '0.02 SOL',
      '1 SOL = $200',
      400,
      { decimals: 9 },
      ['0.02000001', '0.02005', '0.00000001', '0.01'],
    ],
    [
      'the smallest unit of a currency without cents',
      '1 USDC',
      '1 USDC = ¥150',
      150,
      { currency: 'JPY' },
      ['1.000001', '1.006666', '0.000001', '0.01'],
    ],
    [
      'eight decimals where the asset has more',
      '0.46342 SOL',
      '1 SOL = $261.10',
      12_100,
      { decimals: 9 },
      ['0.46342001', '0.46388342', '0.00000001', '0.00001'],
    ],
    [
      'the price, not what remains of it',
      '121 USDC',
      '1 USDC = $1',
      12_100,
      { remaining: '21' },
      ['21.000001', '21.121', '0.000001', '0.01'],
    ],
  ])('ends at %s', (_, due, rate, total, more, expected) => {
    expect(rangeOf(due, rate, total, more)).toEqual(expected);
  });

  it('starts above what is due rounded up to the eighth decimal, because exchanges cut the ninth', () => {
    const range = rangeOf('0.100000001 SOL', '1 SOL = $100', 1_000, { decimals: 9 });
    expect(range).toEqual(['0.10000002', '0.10009999', '0.00000001', '0.0000001']);
  });

  it.each<[string, string, number, object]>([
    ['the rate is zero', '1 USDC = $0', 100, {}],
    ['the rate is for another asset', '1 SOL = $1', 100, {}],
    ['the rate is in another currency', '1 USDC = €1', 100, {}],
    ['the currency is unknown', '1 USDC = 1 ABC', 100, { currency: 'ABC' }],
    ['the rate is inverted', '1 USDC = $0.0001', 100, {}],
    ['the total is zero', '1 USDC = $1', 0, {}],
  ])('ends at a thousandth of the price where %s', (_, rate, total, more) => {
    expect(rangeOf('1 USDC', rate, total, more)).toEqual(['1.000001', '1.001', '0.000001', '0.01']);
  });

  it.each<[string, string, number, string[]]>([
    ['0.4996 SOL', '1 SOL = $261.10', 9, ['0.49960001', '0.5000996', '0.00000001', '0.0001']],
    ['120.5 USDC', '1 USDC = $1', 6, ['120.500001', '120.6205', '0.000001', '0.01']],
    ['5000 USDC', '1 SOL = $1', 1, ['5000.1', '5004.9', '0.1', '1']],
  ])('leaves out what has no more decimals than %s', (due, rate, decimals, expected) => {
    expect(rangeOf(due, rate, 13_045, { decimals })).toEqual(expected);
  });

  it.each<[string, number, string[]]>([
    ['0.123456 USDC', 6, ['0.123457', '0.123579', '0.000001', '0.00001']],
    ['0.123459 USDC', 6, ['0.123461', '0.123582', '0.000001', '0.00001']],
    ['5000 USDC', 2, ['5000.01', '5004.99', '0.01', '0.1']],
    ['50000 USDC', 0, ['50001', '50049', '1', '10']],
  ])('leaves out only zeros at the end where %s has all %i decimals', (due, decimals, expected) => {
    expect(rangeOf(due, '1 SOL = $1', 1, { decimals })).toEqual(expected);
  });

  it('has far more amounts than intents wait for a price at a time', () => {
    const usdc = sampleIntent('121 USDC', '1 USDC = $1', 1, { totalAmount: fiatAmount(12_100) });
    expect(countOf(amountRange(usdc, usdc.cryptoAmount, 6))).toBe(120_988n);
    const sol = sampleIntent('0.46342 SOL', '1 SOL = $261.10', 1, { totalAmount: fiatAmount(12_100) });
    expect(countOf(amountRange(sol, sol.cryptoAmount, 9))).toBe(46_296n);
  });

  it('is empty where not even the smallest unit fits', () => {
    expect(rangeOf('0.0005 USDC', '1 SOL = $1', 100).slice(0, 2)).toEqual(['0.000501', '0.000499']);
    expect(rangeOf('0.000000009 SOL', '1 USDC = $1', 1, { decimals: 9 }).slice(0, 2)).toEqual([
      '0.00000002',
      '0.00000001',
    ]);
  });

  it('holds only tails above zero, at most a cent or a thousandth, within the decimals of the network', () => {
    const micros = fc.bigInt({ min: 1n, max: 10n ** 12n });
    fc.assert(
      fc.property(micros, fc.integer({ min: 0, max: 18 }), (amount, decimals) => {
        const text = `${amount / 1_000_000n}.${String(amount % 1_000_000n).padStart(6, '0')}`;
        const cents = Number((amount + 5_000n) / 10_000n);
        const intent = sampleIntent(`${text} USDC`, '1 USDC = $1', 1, { totalAmount: fiatAmount(cents) });
        const due = roundUpToUnit(intent.cryptoAmount, decimals);
        const range = amountRange(intent, due, decimals);
        const { lowest, highest, step, round } = range;
        if (highest < lowest) return;
        const [tail, price] = [toBigInt(subtract(highest, due)), toBigInt(intent.cryptoAmount)];
        expect(toBigInt(subtract(lowest, due))).toBeGreaterThan(0n);
        expect(tail <= 10n ** 16n || tail * 1_000n <= price).toBe(true);
        expect(toBigInt(step)).toBe(10n ** BigInt(18 - Math.min(8, decimals)));
        for (const amountAtEnd of [lowest, highest]) {
          expect(toBigInt(amountAtEnd) % toBigInt(step)).toBe(0n);
          expect(toBigInt(amountAtEnd) % toBigInt(round)).not.toBe(0n);
        }
        expect(countOf(range)).toBeGreaterThan(0n);
        // What is due is round itself, unless it has the last decimal that can be sent.
        const isLast = toBigInt(due) % (10n * toBigInt(step)) !== 0n;
        expect(toBigInt(due) % toBigInt(round) === 0n).toBe(!isLast);
        expect(toBigInt(round) >= 10n * toBigInt(step)).toBe(true);
      }),
    );
  });
});
