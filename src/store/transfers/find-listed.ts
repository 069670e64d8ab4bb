import { uuidOf } from '../../domain/ids.ts';
import type { NewUnmatchedTransfer } from '../../ports/transfers.ts';
import type { Run } from '../database/database.ts';

/** Those of these transfers that have a row, by the key of their merchant. */
export async function findListed<One extends Pick<NewUnmatchedTransfer, 'merchantId' | 'livemode' | 'transfer'>>(
  run: Run,
  network: string,
  transfers: readonly One[],
): Promise<One[]> {
  const records = transfers.map(({ merchantId, livemode, transfer: { tx, index } }, position) => ({
    merchant_id: uuidOf(merchantId),
    livemode,
    tx,
    tx_index: index,
    position,
  }));
  const rows = await run<{ position: number }>(
    `SELECT position
     FROM jsonb_to_recordset($2::jsonb)
       AS wanted (merchant_id uuid, livemode boolean, tx text, tx_index integer, position integer)
     JOIN florin_data.transfers USING (merchant_id, livemode, tx, tx_index) WHERE network = $1`,
    [network, JSON.stringify(records)],
  );
  const found = new Set(rows.map(({ position }) => position));
  return transfers.filter((_, position) => found.has(position));
}
