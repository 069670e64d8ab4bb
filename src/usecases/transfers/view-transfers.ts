import { LIMITS } from '../../domain/limits.ts';
import { compareClaims } from '../../domain/transfers/compare-claims.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Store } from '../../ports/stores.ts';
import type { Suggestion, TransferClaim, UnmatchedTransfer } from '../../ports/transfers.ts';

/** An unmatched transfer, with everything that helps a person to find the intent it belongs to. */
export interface TransferView {
  transfer: UnmatchedTransfer;
  /** Those with a proof first, then those whose intents ask for the nearest amounts. */
  claims: readonly TransferClaim[];
  /** How many more claims without a proof there are. */
  moreClaims: number;
  suggestions: readonly Suggestion[];
}

/** Adds the claims and suggestions to transfers of one merchant and mode, in the same order. */
export async function viewTransfers(
  clock: Clock,
  store: Store,
  transfers: readonly UnmatchedTransfer[],
): Promise<TransferView[]> {
  const [claims, suggestions] = await Promise.all([
    transfers.length === 0 ? [] : store.transfers.listClaims(transfers.map(({ id }) => id)),
    suggest(store, transfers.filter(isAssignable), clock.nowMs()),
  ]);
  return transfers.map((transfer) => ({
    transfer,
    ...sortClaims(
      transfer,
      claims.filter(({ transferId }) => transferId === transfer.id),
    ),
    suggestions: suggestions.filter(({ transferId }) => transferId === transfer.id),
  }));
}

function sortClaims(
  transfer: UnmatchedTransfer,
  claims: readonly TransferClaim[],
): Pick<TransferView, 'claims' | 'moreClaims'> {
  const sorted = claims.toSorted(compareClaims(transfer));
  const proven = sorted.filter(({ proof }) => proof !== undefined);
  const unproven = sorted.filter(({ proof }) => proof === undefined);
  const listed = unproven.slice(0, LIMITS.claimsPerTransferMax);
  return { claims: [...proven, ...listed], moreClaims: unproven.length - listed.length };
}

const suggest = async (store: Store, transfers: readonly UnmatchedTransfer[], nowMs: number): Promise<Suggestion[]> =>
  transfers.length === 0 ? [] : store.transfers.suggest(transfers, nowMs);

const isAssignable = ({ assignedTo, asset, reason }: UnmatchedTransfer): boolean =>
  assignedTo === undefined && asset !== undefined && reason !== 'failed' && reason !== 'unexplained';
