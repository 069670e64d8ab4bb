import { Problem } from '../../domain/errors.ts';
import type { TransferId } from '../../domain/ids.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Store } from '../../ports/stores.ts';
import { type TransferView, viewTransfers } from './view-transfers.ts';

/** A transfer that matched no intent, also after it was assigned to one. */
export async function getTransfer(
  { clock }: { clock: Clock },
  store: Store,
  id: TransferId | undefined,
): Promise<TransferView> {
  const found = id && (await store.transfers.find(id));
  const [view] = found ? await viewTransfers(clock, store, [found]) : [];
  if (!view) throw new Problem('not_found', 'There is no transfer with this ID for this merchant and mode.');
  return view;
}
