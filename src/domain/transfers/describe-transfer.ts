import type { IntentId, TransferId } from '../ids.ts';
import { formatDecimal } from '../money/decimal.ts';
import type { CryptoAmount } from '../money/money.ts';
import type { UnmatchedReason } from './transfer.ts';

interface DescribedTransfer {
  id: TransferId;
  network: string;
  tx: string;
  index: number;
  address: string;
  asset: string | undefined;
  token: string | undefined;
  amount: CryptoAmount;
  blockHeight: number | undefined;
  reason: UnmatchedReason;
  intentId: IntentId | undefined;
  assignedTo: IntentId | undefined;
  firstSeenAtMs: number;
}

/** An unmatched transfer in the form of the API, without what payers claimed. */
export const describeTransfer = (transfer: DescribedTransfer) => ({
  id: transfer.id,
  object: 'transfer' as const,
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
