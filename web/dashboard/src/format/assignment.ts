import type { Transfer } from '../api/generated.ts';
import type { Intent } from '../api/types.ts';
import { isZero, percentOf, subtractDecimals } from './money.ts';

type Assignable = Pick<
  Intent,
  'asset' | 'status' | 'amount_due' | 'amount_remaining' | 'tolerance' | 'expires_at' | 'targets'
>;
type Arrived = Pick<Transfer, 'amount' | 'asset' | 'network' | 'address' | 'first_seen_at'>;

type Suggested = Transfer['suggestions'][number];

/** Network titles by network name. */
type Titles = ReadonlyMap<string, string>;

/** What happens to a payment if a transfer is assigned to it. */
interface Assignment {
  text: string;
  settles: boolean;
}

export function describeAssignment(intent: Assignable, transfer: Arrived): Assignment {
  const { asset, status, amount_due: due, amount_remaining: remaining } = intent;
  if (asset !== transfer.asset) {
    const text = `The amount due is in ${asset}, but this transfer is in ${transfer.asset}. The payment will need a review.`;
    return { text, settles: false };
  }
  if (status === 'succeeded') {
    return { text: 'The payment has already succeeded. This transfer will be an overpayment.', settles: false };
  }
  if (status === 'canceled') {
    return { text: 'The payment is canceled: with this transfer, it will need a review.', settles: false };
  }
  const { text, settles } = compareAmounts(intent, transfer);
  return { text: remaining === due ? text : `${remaining} ${asset} is still due. ${text}`, settles };
}

function compareAmounts(intent: Assignable, transfer: Arrived) {
  const { asset, amount_remaining: remaining, tolerance, expires_at } = intent;
  const difference = subtractDecimals(transfer.amount, remaining);
  const isLess = difference.startsWith('-');
  const size = isLess ? difference.slice(1) : difference;
  const isExact = isExactAmount(intent, transfer);
  const compared = isExact
    ? 'This transfer is the exact amount'
    : isZero(size)
      ? 'This transfer is exactly that'
      : `This transfer is ${size} ${asset} ${isLess ? 'less' : 'more'}`;
  if (Date.parse(transfer.first_seen_at) >= Date.parse(expires_at)) {
    const text = `${compared}. It arrived after the deadline, so the payment may need a review.`;
    return { text, settles: false };
  }
  if (!isLess) {
    const rest = isExact || isZero(size) ? '' : ', with the rest overpaid';
    return { text: `${compared}: the payment will succeed${rest}.`, settles: true };
  }
  if (tolerance === null) {
    return { text: `${compared}: the payment will succeed only if your tolerance covers that.`, settles: false };
  }
  return subtractDecimals(tolerance, size).startsWith('-')
    ? { text: `${compared}: that much will still be due.`, settles: false }
    : { text: `${compared}, within your tolerance: the payment will succeed.`, settles: true };
}

/** An exact amount is no overpayment, also if it arrives at the same address on another network. */
const isExactAmount = ({ targets, amount_remaining: remaining }: Assignable, { network, address, amount }: Arrived) =>
  amount !== remaining &&
  targets.some((one) => one.manual_amount === amount && (one.network === network || one.address === address));

/** Exchanges take a few percent of a small withdrawal. A larger difference has another reason. */
const FEE_PERCENT_MAX = 5;

/** What the amount that a payment waits for says about a transfer of another amount. */
export function describeSuggestion(
  { amount, difference }: Suggested,
  { asset, amount_remaining: remaining }: Pick<Intent, 'asset' | 'amount_remaining'>,
): string {
  const isFee = difference.startsWith('-') && percentOf(difference.slice(1), amount) < FEE_PERCENT_MAX;
  return [
    amount === remaining ? '' : `Asked for ${amount} ${asset} when sent manually.`,
    isFee ? 'An exchange may have deducted its fee.' : '',
  ]
    .filter(Boolean)
    .join(' ');
}

/** The payment to which exactly this amount was issued on another network; null if there is none. */
export function findElsewhere({ network, suggestions }: Pick<Transfer, 'network' | 'suggestions'>): Suggested | null {
  return suggestions.find((suggestion) => suggestion.network !== network) ?? null;
}

/** What such a payment asked for, after its ID. */
export const describeElsewhere = ({ network }: Suggested, titles: Titles): string =>
  `asked for exactly this amount on ${titles.get(network) ?? network}. The customer probably used the wrong network.`;
