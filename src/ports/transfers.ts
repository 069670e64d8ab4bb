import type { IntentId, MerchantId, TransferId } from '../domain/ids.ts';
import type { Intent } from '../domain/intents/intent.ts';
import type { Transition } from '../domain/intents/transition.ts';
import type { CryptoAmount } from '../domain/money/money.ts';
import type { ChainTip } from '../domain/payments/finality-requirement.ts';
import type { Transfer, UnmatchedReason } from '../domain/transfers/transfer.ts';

export interface UnmatchedTransfer {
  id: TransferId;
  network: string;
  tx: string;
  index: number;
  address: string;
  asset: string | undefined;
  token: string | undefined;
  amount: CryptoAmount;
  blockHeight: number | undefined;
  blockTimeMs?: number | undefined;
  reason: UnmatchedReason;
  /** The intent that the transfer refers to, if any. */
  intentId: IntentId | undefined;
  firstSeenAtMs: number;
  assignedTo: IntentId | undefined;
}

export interface NewUnmatchedTransfer {
  id: TransferId;
  merchantId: MerchantId;
  livemode: boolean;
  /** The intent that the transfer refers to, if any. */
  intentId: IntentId | undefined;
  transfer: Transfer;
  reason: UnmatchedReason;
}

/** Transfers that are not listed, because they are too small or moved nothing. */
export interface DustCount {
  network: string;
  asset: string;
  transfers: number;
  amount: CryptoAmount;
}

export interface NewDust extends Pick<DustCount, 'asset' | 'amount'> {
  merchantId: MerchantId;
  livemode: boolean;
}

export interface TransferStore {
  /** Newest first, optionally only those of one intent or only unassigned ones. */
  list(page: {
    unassigned: boolean;
    intentId?: IntentId;
    olderThan?: TransferId;
    limit: number;
  }): Promise<UnmatchedTransfer[]>;
  /** Ordered by network and asset. */
  listDust(): Promise<DustCount[]>;
  /**
   * Turns a transfer into a payment of an intent. Both rows are locked and change in one transaction. Undefined if one of
   * them does not exist. If `change` throws, both stay unchanged.
   */
  assign(
    id: TransferId,
    intentId: IntentId,
    atMs: number,
    change: (intent: Intent, transfer: UnmatchedTransfer, tip: ChainTip) => Transition,
  ): Promise<Intent | undefined>;
}
