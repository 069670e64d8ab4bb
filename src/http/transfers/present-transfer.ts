import { formatDecimal } from '../../domain/money/decimal.ts';
import type { UnmatchedTransfer } from '../../ports/transfers.ts';

export const presentTransfer = (transfer: UnmatchedTransfer) => ({
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

export const exampleTransfer = {
  id: 'tr_01kA7mM2f8wQ3xY5vB9cD4',
  object: 'transfer',
  network: 'solana-devnet',
  tx: '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW',
  index: 1,
  address: '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU',
  asset: 'SOL',
  token: null,
  amount: '0.46342',
  block: 312_345_678,
  reason: 'no_reference',
  payment_intent_id: null,
  assigned_to: null,
  first_seen_at: '2026-11-15T09:30:00.000Z',
};
