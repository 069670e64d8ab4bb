import type { IntentId, MerchantId, TransferId } from '../domain/ids.ts';
import type { Intent } from '../domain/intents/intent.ts';
import type { Transition } from '../domain/intents/transition.ts';
import type { CryptoAmount } from '../domain/money/money.ts';
import type { ChainTip } from '../domain/payments/finality-requirement.ts';
import type { ComparableClaim } from '../domain/transfers/compare-claims.ts';
import type { Transfer, UnmatchedReason } from '../domain/transfers/transfer.ts';
import type { IntentRef } from './intents.ts';

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
  /** The intent that the transfer itself names on chain, if any. What payers say about it are claims. */
  intentId: IntentId | undefined;
  firstSeenAtMs: number;
  assignedTo: IntentId | undefined;
}

export interface NewUnmatchedTransfer {
  id: TransferId;
  merchantId: MerchantId;
  livemode: boolean;
  /** The intent that the transfer itself names on chain, if any. */
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

/** A payer's statement that a transfer paid an intent. It never credits anything. */
export interface TransferClaim extends ComparableClaim {
  transferId: TransferId;
  intentId: IntentId;
  /** The source account whose owner signed the claim; undefined if nothing proves it. */
  proof: { address: string; atMs: number } | undefined;
}

export interface NewClaim extends Pick<ComparableClaim, 'due'> {
  intent: IntentRef;
  network: string;
  unmatched: NewUnmatchedTransfer;
  proof: { address: string; signature: string } | undefined;
}

/** An amount that an open intent waits for, one of the nearest to that of an unmatched transfer. */
export interface Suggestion {
  transferId: TransferId;
  intentId: IntentId;
  amount: CryptoAmount;
  /** Where the intent waits for it: the transfer's own network, or another one on which the same address is paid. */
  network: string;
}

export interface TransferPage {
  unassigned: boolean;
  /** Only transfers that name this intent or that may belong to it. */
  of?: Pick<Intent, 'id' | 'ambiguousTransfers'>;
  olderThan?: TransferId;
  limit: number;
}

export interface TransferStore {
  find(id: TransferId): Promise<UnmatchedTransfer | undefined>;
  /** Newest first. */
  list(page: TransferPage): Promise<UnmatchedTransfer[]>;
  /** The claims on these transfers, in no order. */
  listClaims(ids: readonly TransferId[]): Promise<TransferClaim[]>;
  /**
   * The nearest amounts that open intents wait for at the same address in the same asset, a few for each transfer. First
   * those of watched intents to which exactly this amount was issued on another network: the payer took the wrong one.
   */
  suggest(transfers: readonly UnmatchedTransfer[], nowMs: number): Promise<Suggestion[]>;
  /** Ordered by network and asset. */
  listDust(): Promise<DustCount[]>;
  /**
   * Turns a transfer into a payment of an intent. Both rows are locked and change in one transaction, and so do the other
   * intents that claimed the transfer (`release`). Undefined if the transfer or the intent does not exist. If `change`
   * throws, everything stays unchanged.
   */
  assign(
    id: TransferId,
    intentId: IntentId,
    atMs: number,
    change: (intent: Intent, transfer: UnmatchedTransfer, tip: ChainTip) => Transition,
    release: (intent: Intent, transfer: UnmatchedTransfer) => Transition | undefined,
  ): Promise<Intent | undefined>;
}
