import type { CryptoAmount } from '../money/money.ts';
import { difference } from '../money/money.ts';
import type { Transfer } from './transfer.ts';

/** What decides which of many claims without a proof are listed. */
export interface ComparableClaim {
  intentId: string;
  claimedAtMs: number;
  /** What the intent asks for; undefined if that is not known. */
  due: { asset: string; amount: CryptoAmount } | undefined;
}

/**
 * Puts claims on a transfer in order: the one whose intent asks for the nearest amount first, because a payer sends about
 * what is due; of two that are equally near, the older one.
 */
export const compareClaims =
  (transfer: Pick<Transfer, 'asset' | 'amount'>) =>
  (a: ComparableClaim, b: ComparableClaim): number => {
    const [distance, other] = [distanceOf(transfer, a), distanceOf(transfer, b)];
    if (distance === other) return a.claimedAtMs - b.claimedAtMs || (a.intentId < b.intentId ? -1 : 1);
    if (distance === undefined) return 1;
    return other === undefined || distance < other ? -1 : 1;
  };

/** The claim that has to make room for a new one; undefined if no other is farther from the amount of the transfer. */
export function findDisplaced<Claim extends ComparableClaim>(
  transfer: Pick<Transfer, 'asset' | 'amount'>,
  claims: readonly Claim[],
  due: ComparableClaim['due'],
): Claim | undefined {
  const compare = compareClaims(transfer);
  const farthest = claims.toSorted(compare).at(-1);
  const youngest = { intentId: '', claimedAtMs: Number.MAX_SAFE_INTEGER, due };
  return farthest && compare(youngest, farthest) < 0 ? farthest : undefined;
}

/** Undefined, and so farther than any other, in another asset. */
const distanceOf = (
  { asset, amount }: Pick<Transfer, 'asset' | 'amount'>,
  { due }: ComparableClaim,
): CryptoAmount | undefined => (due && due.asset === asset ? difference(due.amount, amount) : undefined);
