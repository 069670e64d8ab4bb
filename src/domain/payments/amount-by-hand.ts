import { type CryptoAmount, subtract } from '../money/money.ts';
import type { AssignedTarget } from './payment-target.ts';

/**
 * What a payer sends who types the address: the amount due where the address belongs to the intent alone, else the exact
 * amount that was issued for it. Undefined if there is none, because a transfer of any other amount is not matched.
 */
export function amountByHand(
  { matchedBy, amounts }: Pick<AssignedTarget, 'matchedBy' | 'amounts'>,
  due: CryptoAmount,
): CryptoAmount | undefined {
  if (matchedBy === 'address') return due;
  return amounts.findLast(({ amount, tail }) => subtract(amount, tail) === due)?.amount;
}
