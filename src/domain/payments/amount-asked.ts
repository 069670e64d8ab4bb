import type { CryptoAmount } from '../money/money.ts';
import { amountByHand } from './amount-by-hand.ts';
import type { AssignedTarget, TargetMatch } from './payment-target.ts';

/** What a wallet is asked to send, and what then names the payment. */
export interface AskedAmount {
  amount: CryptoAmount;
  matchedBy: TargetMatch;
}

/**
 * Where only the amount names the payment, a wallet is asked for the exact amount. If there is none, only a payment that
 * carries the reference can be matched.
 */
export function amountAsked(target: Pick<AssignedTarget, 'matchedBy' | 'amounts'>, due: CryptoAmount): AskedAmount {
  const { matchedBy } = target;
  if (matchedBy !== 'amount') return { amount: due, matchedBy };
  const exact = amountByHand(target, due);
  return exact === undefined ? { amount: due, matchedBy: 'reference' } : { amount: exact, matchedBy };
}
