import { describe, expect, it } from 'vitest';
import { parseDecimal } from '../money/decimal.ts';
import { amountByHand } from './amount-by-hand.ts';

const given = (amount: string, tail: string) => ({ amount: parseDecimal(amount), tail: parseDecimal(tail) });
const DUE = parseDecimal('121');

describe('amountByHand', () => {
  it('is what is due where the address belongs to the intent alone', () => {
    expect(amountByHand({ matchedBy: 'address', amounts: [] }, DUE)).toBe(DUE);
  });

  it.each(['reference', 'amount'] as const)('is the amount that was issued for what is due (%s)', (matchedBy) => {
    const amounts = [given('121.003', '0.003'), given('60.007', '0.007')];
    expect(amountByHand({ matchedBy, amounts }, DUE)).toBe(parseDecimal('121.003'));
    expect(amountByHand({ matchedBy, amounts }, parseDecimal('60'))).toBe(parseDecimal('60.007'));
  });

  it('is the last one where several were issued for the same', () => {
    const amounts = [given('121.003', '0.003'), given('121.007', '0.007')];
    expect(amountByHand({ matchedBy: 'reference', amounts }, DUE)).toBe(parseDecimal('121.007'));
  });

  it('is nothing where no amount was issued for what is due', () => {
    expect(amountByHand({ matchedBy: 'reference', amounts: [] }, DUE)).toBeUndefined();
    expect(amountByHand({ matchedBy: 'amount', amounts: [given('121.003', '0.002')] }, DUE)).toBeUndefined();
  });
});
