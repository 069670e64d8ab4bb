import type { IntentId, TransferId } from '../../domain/ids.ts';
import { LIMITS } from '../../domain/limits.ts';
import { compareClaims } from '../../domain/transfers/compare-claims.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Store } from '../../ports/stores.ts';
import type { Suggestion, TransferClaim, UnmatchedTransfer } from '../../ports/transfers.ts';
import { getIntent } from '../intents/get-intent.ts';

export interface TransferQuery {
  /** Whether only transfers that are not assigned are listed. */
  unassigned: boolean;
  /** Only transfers of this intent. The value can be unknown. */
  of: { intentId: IntentId | undefined } | undefined;
  olderThan: TransferId | undefined;
  limit: number;
}

/** An unmatched transfer, with everything that helps a person to find the intent it belongs to. */
export interface TransferView {
  transfer: UnmatchedTransfer;
  /** Those with a proof first, then those whose intents ask for the nearest amounts. */
  claims: readonly TransferClaim[];
  /** How many more claims without a proof there are. */
  moreClaims: number;
  suggestions: readonly Suggestion[];
}

/** A page of unmatched transfers, and where the next one starts. */
export async function listTransfers(
  { clock }: { clock: Clock },
  store: Store,
  { unassigned, of, olderThan, limit }: TransferQuery,
): Promise<{ page: TransferView[]; next: TransferId | undefined }> {
  const found = await store.transfers.list({
    unassigned,
    ...(of ? { of: await getIntent(store, of.intentId) } : {}),
    ...(olderThan ? { olderThan } : {}),
    limit: limit + 1,
  });
  const page = found.slice(0, limit);
  const [claims, suggestions] = await Promise.all([
    page.length === 0 ? [] : store.transfers.listClaims(page.map(({ id }) => id)),
    suggest(store, page.filter(isAssignable), clock.nowMs()),
  ]);
  return {
    page: page.map((transfer) => ({
      transfer,
      ...sortClaims(
        transfer,
        claims.filter(({ transferId }) => transferId === transfer.id),
      ),
      suggestions: suggestions.filter(({ transferId }) => transferId === transfer.id),
    })),
    next: found.length > limit ? page.at(-1)?.id : undefined,
  };
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
