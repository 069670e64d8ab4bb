import type { IntentId, TransferId } from '../../domain/ids.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Store } from '../../ports/stores.ts';
import { getIntent } from '../intents/get-intent.ts';
import { type TransferView, viewTransfers } from './view-transfers.ts';

export interface TransferQuery {
  /** Whether only transfers that are not assigned are listed. */
  unassigned: boolean;
  /** Only transfers of this intent. The value can be unknown. */
  of: { intentId: IntentId | undefined } | undefined;
  olderThan: TransferId | undefined;
  limit: number;
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
  return {
    page: await viewTransfers(clock, store, page),
    next: found.length > limit ? page.at(-1)?.id : undefined,
  };
}
