import { idFromUuid } from '../../domain/ids.ts';
import { parseDecimal } from '../../domain/money/decimal.ts';
import type { UnmatchedReason } from '../../domain/transfers/transfer.ts';
import type { UnmatchedTransfer } from '../../ports/transfers.ts';

export interface TransferRow {
  id: string;
  network: string;
  tx: string;
  tx_index: number;
  address: string;
  asset: string | null;
  token: string | null;
  amount: string;
  block_height: string | null;
  block_time: Date | null;
  refusal: UnmatchedReason;
  intent_id: string | null;
  first_seen_at: Date;
  assigned_to: string | null;
}

export const TRANSFER_COLUMNS = `id, network, tx, tx_index, address, asset, token, amount, block_height, block_time, refusal, intent_id,
  first_seen_at, assigned_to`;

const readIntentId = (uuid: string | null) => (uuid === null ? undefined : idFromUuid('pi', uuid));

export const readTransfer = (row: TransferRow): UnmatchedTransfer => ({
  id: idFromUuid('tr', row.id),
  network: row.network,
  tx: row.tx,
  index: row.tx_index,
  address: row.address,
  asset: row.asset ?? undefined,
  token: row.token ?? undefined,
  amount: parseDecimal(row.amount),
  blockHeight: row.block_height === null ? undefined : Number(row.block_height),
  blockTimeMs: row.block_time?.getTime(),
  reason: row.refusal,
  // A node of the version before writes a claim here. What has no reference names no intent.
  intentId: row.refusal === 'no_reference' ? undefined : readIntentId(row.intent_id),
  firstSeenAtMs: row.first_seen_at.getTime(),
  assignedTo: readIntentId(row.assigned_to),
});
