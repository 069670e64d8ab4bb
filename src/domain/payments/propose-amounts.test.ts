import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatDecimal, parseDecimal } from '../money/decimal.ts';
import { add } from '../money/money.ts';
import type { AmountRange } from './amount-range.ts';
import { proposeAmounts } from './propose-amounts.ts';

const rangeOf = (due: string, highest: string, step: string, round: string): AmountRange => ({
  due: parseDecimal(due),
  lowest: add(parseDecimal(due), parseDecimal(step)),
  highest: parseDecimal(highest),
  step: parseDecimal(step),
  round: parseDecimal(round),
});
const proposed = (range: AmountRange, random = 0n) => [...proposeAmounts(range, random)].map(formatDecimal);
const decimalsOf = (text: string) => text.split('.')[1]?.length ?? 0;

const USDC_121 = rangeOf('121', '121.121', '0.000001', '0.01');

describe('proposeAmounts', () => {
  it('proposes all of few amounts, those with the fewest decimals first', () => {
    const few = proposed(rangeOf('0.46342', '0.463423', '0.000001', '0.00001'));
    expect(few.toSorted()).toEqual(['0.463421', '0.463422', '0.463423']);
    const shortest = proposed(USDC_121).slice(0, 109);
    const all = Array.from({ length: 121 }, (_, index) => `121.${String(index + 1).padStart(3, '0')}`);
    expect(shortest.toSorted()).toEqual(all.filter((amount) => !amount.endsWith('0')));
    expect(decimalsOf(proposed(USDC_121)[109] ?? '')).toBe(4);
  });

  it('never proposes a price', () => {
    const cart = proposed(rangeOf('0.4996', '0.5000996', '0.0000001', '0.0001'));
    expect(cart).not.toContain('0.5');
    expect(cart.slice(0, 45).map(decimalsOf)).toEqual(Array.from({ length: 45 }, () => 5));
    expect(cart.slice(0, 45).toSorted().at(-1)).toBe('0.50009');
  });

  it('proposes amounts with the last decimal of what is due where there is no finer one', () => {
    const amounts = proposed(rangeOf('0.123456', '0.123472', '0.000001', '0.00001'));
    const digits = [457, 458, 459, 461, 462, 463, 464, 465, 466, 467, 468, 469, 471, 472];
    expect(amounts.toSorted()).toEqual(digits.map((digit) => `0.123${digit}`));
  });

  it('tries some of many amounts, none of them twice', () => {
    const amounts = proposed(USDC_121);
    expect(amounts).toHaveLength(109 + 3 * 32);
    expect(new Set(amounts).size).toBe(amounts.length);
    expect(decimalsOf(amounts.at(-1) ?? '')).toBe(6);
    expect(proposed(rangeOf('1', '1.142', '0.001', '0.01'))).toHaveLength(128);
    expect(proposed(rangeOf('1', '1.143', '0.001', '0.01'))).toHaveLength(32);
  });

  it('starts elsewhere with another random number', () => {
    const firsts = Array.from({ length: 109 }, (_, random) => proposed(USDC_121, BigInt(random))[0]);
    expect(new Set(firsts).size).toBe(109);
  });

  it('proposes nothing if nothing fits', () => {
    expect(proposed(rangeOf('1', '1', '0.01', '0.1'))).toEqual([]);
  });

  it('proposes only amounts of the range, with more decimals than what is due and no zero at the end', () => {
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
          expect(decimalsOf(formatDecimal(amount))).toBeGreaterThanOrEqual(3);
        }
        expect(new Set(amounts).size).toBe(amounts.length);
      }),
    );
  });
});
