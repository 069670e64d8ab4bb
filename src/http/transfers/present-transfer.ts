import type { Static } from 'typebox';
import { formatDecimal } from '../../domain/money/decimal.ts';
import type { DustCount, UnmatchedTransfer } from '../../ports/transfers.ts';
import type { DustSchema, TransferSchema } from './transfer-schema.ts';

export const presentTransfer = (transfer: UnmatchedTransfer): Static<typeof TransferSchema> => ({
  id: transfer.id,
  object: 'transfer',
  network: transfer.network,
  tx: transfer.tx,
  index: transfer.index,
  address: transfer.address,
  asset: transfer.asset ?? null,
  token: transfer.token ?? null,
  amount: formatDecimal(transfer.amount),
  block: transfer.blockHeight ?? null,
  reason: transfer.reason,
  payment_intent_id: transfer.intentId ?? null,
  assigned_to: transfer.assignedTo ?? null,
  first_seen_at: new Date(transfer.firstSeenAtMs).toISOString(),
});

export const presentDust = ({ network, asset, transfers, amount }: DustCount): Static<typeof DustSchema> => ({
  network,
  asset,
  transfers,
  amount: formatDecimal(amount),
});
