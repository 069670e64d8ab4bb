import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatDecimal, fromUnits } from '../../domain/money/decimal.ts';
import { chainUnits } from '../../domain/money/money.ts';
import { COIN_DECIMALS, readAmount } from './read-amount.ts';

describe('an amount from a node', () => {
  it('is exact to the last unit after a round trip through JSON', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 66_000_000n * 10n ** 8n), (units) => {
        const amount = fromUnits(chainUnits(units), COIN_DECIMALS);
        const [whole = '', fraction = ''] = formatDecimal(amount).split('.');
        const json: unknown = JSON.parse(`${whole}.${fraction.padEnd(8, '0')}`);
        expect(readAmount(json)).toBe(amount);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([0.1, 0.3, 1e-8, 20_999_999.9769, 0.1 + 0.7])('is exact even if a double is not: %s', (value) => {
    expect(formatDecimal(readAmount(Number(value.toFixed(8))))).toBe(value.toFixed(8).replace(/\.?0+$/, ''));
  });

  it.each([-1, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 26, '1.5', null, undefined, 1.000000001, 0.1 + 0.2])(
    'is rejected if it is impossible: %s',
    (value) => {
      expect(() => readAmount(value)).toThrow(expect.objectContaining({ kind: 'distrusted' }));
    },
  );
});
