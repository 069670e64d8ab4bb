import type { Static } from 'typebox';
import { formatDecimal } from '../../domain/money/decimal.ts';
import { subtract } from '../../domain/money/money.ts';
import type { DustCount } from '../../ports/transfers.ts';
import type { TransferView } from '../../usecases/transfers/list-transfers.ts';
import type { DustSchema, TransferSchema } from './transfer-schema.ts';

export const presentTransfer = ({
  transfer,
  claims,
  moreClaims,
  suggestions,
}: TransferView): Static<typeof TransferSchema> => ({
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
  claims: claims.map(({ intentId, claimedAtMs, proof }) => ({
    payment_intent_id: intentId,
    claimed_at: new Date(claimedAtMs).toISOString(),
    proof: proof ? { address: proof.address, proven_at: new Date(proof.atMs).toISOString() } : null,
  })),
  more_claims: moreClaims,
  suggestions: suggestions.map(({ intentId, amount }) => ({
    payment_intent_id: intentId,
    amount: formatDecimal(amount),
    difference: formatDecimal(subtract(transfer.amount, amount)),
  })),
});

export const presentDust = ({ network, asset, transfers, amount }: DustCount): Static<typeof DustSchema> => ({
  network,
  asset,
  transfers,
  amount: formatDecimal(amount),
});
