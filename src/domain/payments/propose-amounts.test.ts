import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatDecimal, parseDecimal } from '../money/decimal.ts';
import { add, subtract } from '../money/money.ts';
import type { AmountRange } from './amount-range.ts';
import { proposeAmounts } from './propose-amounts.ts';

const rangeOf = (due: string, highest: string, step: string): AmountRange => ({
  due: parseDecimal(due),
  lowest: add(parseDecimal(due), parseDecimal(step)),
  highest: parseDecimal(highest),
  step: parseDecimal(step),
});
const tailsOf = (range: AmountRange, random = 0n) =>
  [...proposeAmounts(range, random)].map((amount) => formatDecimal(subtract(amount, range.due)));
const decimalsOf = (text: string) => text.split('.')[1]?.length ?? 0;

const USDC_121 = rangeOf('121', '121.121', '0.000001');

describe('proposeAmounts', () => {
  it('proposes all of few amounts, the shortest tails first', () => {
    const tails = tailsOf(rangeOf('0.46342', '0.46345', '0.00001'));
    expect(tails.toSorted()).toEqual(['0.00001', '0.00002', '0.00003']);
    expect(tailsOf(USDC_121).slice(0, 1)).toEqual(['0.1']);
    const hundredths = tailsOf(USDC_121).slice(1, 13);
    expect(hundredths.toSorted()).toEqual(
      Array.from({ length: 12 }, (_, index) =>
        formatDecimal(parseDecimal(`0.${String(index + 1).padStart(2, '0')}`)),
      ).toSorted(),
    );
  });

  it('tries some of many amounts, none of them twice', () => {
    const tails = tailsOf(USDC_121);
    expect(tails).toHaveLength(1 + 12 + 121 + 3 * 32);
    const long = tails.slice(134);
    expect(new Set(long).size).toBe(long.length);
    expect(Math.max(...long.map(decimalsOf))).toBe(6);
  });

  it('starts elsewhere with another random number', () => {
    const firsts = Array.from({ length: 12 }, (_, random) => tailsOf(USDC_121, BigInt(random))[1]);
    expect(new Set(firsts).size).toBe(12);
  });

  it('proposes nothing if nothing fits', () => {
    expect(tailsOf(rangeOf('1', '1', '0.01'))).toEqual([]);
  });

  it('proposes only amounts of the range', () => {
    const steps = fc.bigInt({ min: 0n, max: 10n ** 9n });
    fc.assert(
      fc.property(steps, fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), (room, random) => {
        const highest = add(
          USDC_121.due,
          parseDecimal(`${room / 1_000_000n}.${String(room % 1_000_000n).padStart(6, '0')}`),
        );
        const amounts = [...proposeAmounts({ ...USDC_121, highest }, random)];
        expect(amounts.length > 0).toBe(room > 0n);
        for (const amount of amounts) {
          expect(amount >= USDC_121.lowest && amount <= highest).toBe(true);
          expect(decimalsOf(formatDecimal(amount))).toBeLessThanOrEqual(6);
        }
      }),
    );
  });
});
