import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Intent } from '../intents/intent.ts';
import { sampleIntent } from '../intents/sample-intent.test-fixture.ts';
import { formatDecimal, parseDecimal, roundUpToUnit } from '../money/decimal.ts';
import { fiatAmount, subtract, toBigInt } from '../money/money.ts';
import { amountRange } from './amount-range.ts';

function rangeOf(due: string, rate: string, totalMinor: number, { decimals = 6, remaining = due, ...more } = {}) {
  const intent = sampleIntent(due, rate, 1, { totalAmount: fiatAmount(totalMinor), ...(more as Partial<Intent>) });
  const [amount = ''] = remaining.split(' ');
  const { lowest, highest, step } = amountRange(intent, parseDecimal(amount), decimals);
  return [lowest, highest, step].map(formatDecimal);
}

describe('amountRange', () => {
  it.each<[string, string, string, number, object, string[]]>([
    ['a thousandth of the price', '121 USDC', '1 USDC = $1', 12_100, {}, ['121.000001', '121.121', '0.000001']],
    ['a cent if that is more', '1 USDC', '1 USDC = $1', 100, {}, ['1.000001', '1.01', '0.000001']],
    [
      'a cent at the rate of the request',
      '0.02 SOL',
      '1 SOL = $200',
      400,
      { decimals: 9 },
      ['0.02000001', '0.02005', '0.00000001'],
    ],
    [
      'the smallest unit of a currency without cents',
      '1 USDC',
      '1 USDC = ¥150',
      150,
      { currency: 'JPY' },
      ['1.000001', '1.006666', '0.000001'],
    ],
    [
      'eight decimals where the asset has more',
      '0.46342 SOL',
      '1 SOL = $261.10',
      12_100,
      { decimals: 9 },
      ['0.46342001', '0.46388342', '0.00000001'],
    ],
    [
      'the price, not what remains of it',
      '121 USDC',
      '1 USDC = $1',
      12_100,
      { remaining: '21' },
      ['21.000001', '21.121', '0.000001'],
    ],
  ])('ends at %s', (_, due, rate, total, more, expected) => {
    expect(rangeOf(due, rate, total, more)).toEqual(expected);
  });

  it('starts above what is due rounded up to the eighth decimal, because exchanges cut the ninth', () => {
    const range = rangeOf('0.100000001 SOL', '1 SOL = $100', 1_000, { decimals: 9 });
    expect(range).toEqual(['0.10000002', '0.1001', '0.00000001']);
  });

  it.each<[string, string, number, object]>([
    ['the rate is zero', '1 USDC = $0', 100, {}],
    ['the rate is for another asset', '1 SOL = $1', 100, {}],
    ['the rate is in another currency', '1 USDC = €1', 100, {}],
    ['the currency is unknown', '1 USDC = 1 ABC', 100, { currency: 'ABC' }],
    ['the rate is inverted', '1 USDC = $0.0001', 100, {}],
    ['the total is zero', '1 USDC = $1', 0, {}],
  ])('ends at a thousandth of the price where %s', (_, rate, total, more) => {
    expect(rangeOf('1 USDC', rate, total, more)).toEqual(['1.000001', '1.001', '0.000001']);
  });

  it('is empty where not even the smallest unit fits', () => {
    expect(rangeOf('0.0005 USDC', '1 SOL = $1', 100)).toEqual(['0.000501', '0.0005', '0.000001']);
    expect(rangeOf('0.000000009 SOL', '1 USDC = $1', 1, { decimals: 9 })).toEqual([
      '0.00000002',
      '0.00000001',
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
        const { lowest, highest, step } = amountRange(intent, due, decimals);
        if (highest < lowest) return;
        const [tail, price] = [toBigInt(subtract(highest, due)), toBigInt(intent.cryptoAmount)];
        expect(toBigInt(subtract(lowest, due))).toBeGreaterThan(0n);
        expect(tail <= 10n ** 16n || tail * 1_000n <= price).toBe(true);
        expect(toBigInt(step)).toBe(10n ** BigInt(18 - Math.min(8, decimals)));
        for (const amountAtEnd of [lowest, highest]) expect(toBigInt(amountAtEnd) % toBigInt(step)).toBe(0n);
      }),
    );
  });
});
