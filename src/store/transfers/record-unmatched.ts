import { unmatchedEvent } from '../../domain/events/unmatched-event.ts';
import { uuidOf } from '../../domain/ids.ts';
import { formatDecimal } from '../../domain/money/decimal.ts';
import type { NewUnmatchedTransfer } from '../../ports/transfers.ts';
import type { Run } from '../database/database.ts';
import { queueEvents } from '../events/queue-events.ts';

/** A contract can send something else when its transaction is in another block. */
const MOVED = ['address', 'asset', 'token', 'amount']
  .map(
    (column) =>
      `${column} = CASE WHEN excluded.block_height <> coalesce(transfers.block_height, -1)
         THEN excluded.${column} ELSE transfers.${column} END`,
  )
  .join(', ');

/**
 * Records each unmatched transfer once, with its event, and locks it. A block decides about a transfer: what looked like dust in the
 * mempool may have failed. Returns the IDs of the rows.
 */
export async function recordUnmatched(
  run: Run,
  network: string,
  unmatched: readonly NewUnmatchedTransfer[],
  atMs: number,
): Promise<string[]> {
  if (unmatched.length === 0) return [];
  const transfers = withoutDuplicates(unmatched);
  const rows = await run<{ id: string; is_new: boolean }>(
    `INSERT INTO florin_data.transfers (merchant_id, livemode, id, network, tx, tx_index, address, asset, token,
       amount, block_height, block_time, refusal, intent_id, first_seen_at, kept_at)
     SELECT merchant_id, livemode, id, $1, tx, tx_index, address, asset, token, amount, block_height, block_time,
       refusal, intent_id, first_seen_at, $3
     FROM jsonb_to_recordset($2::jsonb) AS transfer (merchant_id uuid, livemode boolean, id uuid, tx text,
       tx_index integer, address text, asset text, token text, amount numeric, block_height bigint,
       block_time timestamptz, refusal text, intent_id uuid, first_seen_at timestamptz)
     ON CONFLICT (merchant_id, livemode, network, tx, tx_index) DO UPDATE
       SET ${MOVED},
         block_height = coalesce(excluded.block_height, transfers.block_height),
         block_time = coalesce(excluded.block_time, transfers.block_time),
         kept_at = greatest(excluded.kept_at, transfers.kept_at),
         intent_id = coalesce(transfers.intent_id, excluded.intent_id),
         refusal = CASE WHEN excluded.block_height IS NULL THEN transfers.refusal ELSE excluded.refusal END
     RETURNING id, xmax = 0 AS is_new`,
    [network, JSON.stringify(transfers.map(recordOf)), new Date(atMs)],
  );
  const added = new Set(rows.flatMap(({ id, is_new }) => (is_new ? [id] : [])));
  const events = transfers.map((one) => (added.has(uuidOf(one.id)) ? eventOf(one, network, atMs) : undefined));
  await queueEvents(
    run,
    events.filter((event) => event !== undefined),
  );
  return rows.map(({ id }) => id);
}

const eventOf = ({ transfer, ...unmatched }: NewUnmatchedTransfer, network: string, atMs: number) =>
  unmatchedEvent({ ...transfer, ...unmatched, network, assignedTo: undefined }, atMs);

/** One statement cannot update the same row twice. */
function withoutDuplicates(unmatched: readonly NewUnmatchedTransfer[]): NewUnmatchedTransfer[] {
  const named = unmatched.map((one) => [
    `${one.merchantId} ${one.livemode} ${one.transfer.tx}:${one.transfer.index}`,
    one,
  ]);
  return [...new Map(named as [string, NewUnmatchedTransfer][]).values()];
}

const recordOf = ({ id, merchantId, livemode, intentId, transfer, reason }: NewUnmatchedTransfer) => ({
  merchant_id: uuidOf(merchantId),
  livemode,
  id: uuidOf(id),
  tx: transfer.tx,
  tx_index: transfer.index,
  address: transfer.address,
  asset: transfer.asset,
  token: transfer.token,
  amount: formatDecimal(transfer.amount),
  block_height: transfer.blockHeight,
  block_time: transfer.blockTimeMs === undefined ? null : new Date(transfer.blockTimeMs).toISOString(),
  refusal: reason,
  intent_id: intentId === undefined ? null : uuidOf(intentId),
  first_seen_at: new Date(transfer.firstSeenAtMs).toISOString(),
});
