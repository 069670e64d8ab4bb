import { unmatchedEvent } from '../../../src/domain/events/unmatched-event.ts';
import type { NewUnmatchedTransfer } from '../../../src/ports/transfers.ts';
import { queueEvents } from './queue-events.ts';
import type { Draft, TransferEntry } from './tables.ts';

/** Records a transfer once per merchant, and updates it when it gets a block. */
export function recordTransfer(
  tables: Draft,
  name: string,
  network: string,
  unmatched: NewUnmatchedTransfer,
  atMs: number,
): TransferEntry {
  const { id, merchantId, livemode, intentId, transfer, reason } = unmatched;
  const { tx, index, address, asset, token, amount, blockHeight, blockTimeMs, firstSeenAtMs } = transfer;
  const known = tables.transfers.get(name);
  const isInAnother = blockHeight !== undefined && blockHeight !== known?.blockHeight;
  const recorded: TransferEntry = known
    ? {
        ...known,
        ...(isInAnother ? { address, asset, token, amount } : {}),
        blockHeight: blockHeight ?? known.blockHeight,
        blockTimeMs: blockTimeMs ?? known.blockTimeMs,
        intentId: known.intentId ?? intentId,
        reason: blockHeight === undefined ? known.reason : reason,
        keptAtMs: Math.max(known.keptAtMs, atMs),
      }
    : {
        id,
        merchantId,
        livemode,
        network,
        tx,
        index,
        address,
        asset,
        token,
        amount,
        blockHeight,
        blockTimeMs,
        reason,
        intentId,
        firstSeenAtMs,
        assignedTo: undefined,
        keptAtMs: atMs,
      };
  tables.transfers.set(name, recorded);
  const event = known ? undefined : unmatchedEvent(recorded, atMs);
  if (event) queueEvents(tables, [event]);
  return recorded;
}
