import { uuidOf } from '../../domain/ids.ts';
import { readTransferName } from '../../domain/transfers/transfer-name.ts';
import type { TransferPage, UnmatchedTransfer } from '../../ports/transfers.ts';
import type { Run } from '../database/database.ts';
import type { Tenancy } from '../intents/change-intent.ts';
import { readTransfer, TRANSFER_COLUMNS, type TransferRow } from './transfer-row.ts';

const IN_PAGE = `AND ($3::uuid IS NULL OR id < $3) AND (NOT $4 OR assigned_to IS NULL) ORDER BY id DESC LIMIT $5`;

/** In a transaction of the caller. Newest first. */
export async function listTransfers(
  run: Run,
  { merchant, livemode }: Tenancy,
  { unassigned, of, olderThan, limit }: TransferPage,
): Promise<UnmatchedTransfer[]> {
  const page = [merchant, livemode, olderThan === undefined ? null : uuidOf(olderThan), unassigned, limit];
  const rows = await (of === undefined
    ? run<TransferRow>(
        `SELECT ${TRANSFER_COLUMNS} FROM florin_data.transfers WHERE merchant_id = $1 AND livemode = $2 ${IN_PAGE}`,
        page,
      )
    : run<TransferRow>(
        `SELECT ${TRANSFER_COLUMNS} FROM florin_data.transfers
         WHERE merchant_id = $1 AND livemode = $2 AND id IN (
           SELECT id FROM florin_data.transfers
           WHERE merchant_id = $1 AND livemode = $2 AND intent_id = $6
           UNION ALL
           SELECT id FROM jsonb_to_recordset($7::jsonb) AS named (network text, tx text, index integer)
           JOIN florin_data.transfers AS transfer ON merchant_id = $1 AND livemode = $2
             AND transfer.network = named.network AND transfer.tx = named.tx
             AND transfer.tx_index = named.index) ${IN_PAGE}`,
        [...page, uuidOf(of.id), JSON.stringify(of.ambiguousTransfers.map(readTransferName))],
      ));
  return rows.map(readTransfer);
}
