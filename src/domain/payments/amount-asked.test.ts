import { describe, expect, it } from 'vitest';
import { parseDecimal } from '../money/decimal.ts';
import { amountAsked } from './amount-asked.ts';
import type { TargetMatch } from './payment-target.ts';

const due = parseDecimal('12.34');
const amounts = [
  { amount: parseDecimal('12.340017'), tail: parseDecimal('0.000017') },
  { amount: parseDecimal('5.000002'), tail: parseDecimal('0.000002') },
];

describe('amountAsked', () => {
  it.each(['address', 'reference'] as const)('is what is due where payments are matched by %s', (matchedBy) => {
    expect(amountAsked({ matchedBy, amounts }, due)).toEqual({ amount: due, matchedBy });
  });

  it('is the exact amount for what is due where only the amount is matched', () => {
    const target = { matchedBy: 'amount' as TargetMatch, amounts };
    expect(amountAsked(target, due)).toEqual({ amount: parseDecimal('12.340017'), matchedBy: 'amount' });
    expect(amountAsked(target, parseDecimal('5'))).toEqual({ amount: parseDecimal('5.000002'), matchedBy: 'amount' });
  });

  it('is what is due, to be named by its reference, if there is no exact amount for it', () => {
    const target = { matchedBy: 'amount' as TargetMatch, amounts };
    expect(amountAsked(target, parseDecimal('7'))).toEqual({ amount: parseDecimal('7'), matchedBy: 'reference' });
  });
});
