import type { IntentId } from '../domain/ids.ts';
import type { Intent } from '../domain/intents/intent.ts';
import type { CryptoAmount } from '../domain/money/money.ts';
import type { Scan, Watch } from './chain.ts';
import type { IntentChange, IntentRef } from './intents.ts';
import type { NewClaim, NewDust, NewUnmatchedTransfer } from './transfers.ts';

/** Where the last scan of a network ended in one database, and the input of the next one. */
export interface NetworkWatch {
  cursor: string | undefined;
  /** How often merchants have arrived from other databases with targets on the network. */
  arrivals?: number;
  watch: Watch;
}

export interface PaymentDatabase {
  /** Undefined if no intent waits for money on this network. */
  findWatch(network: string, nowMs: number): Promise<NetworkWatch | undefined>;
  transact(work: (book: PaymentBook) => Promise<void>): Promise<void>;
}

/** One step of a network's cursor, with the fencing token of the lease. */
export interface ScanStep {
  network: string;
  from: string | undefined;
  /** As it was before the scan, which did not look for targets that arrived since. */
  arrivals?: number | undefined;
  scan: Scan;
  token: number;
}

/** A payment target that is named by a key of a transfer. */
export interface MatchedTarget {
  key: string;
  address: string;
  intent: IntentRef;
}

/** An address that many intents share, and what a transfer to it must carry to be matched. */
export interface SharedAddress {
  address: string;
  matchedBy: 'reference' | 'amount';
}

/** A transfer, and the key that its exact amount makes. */
export interface AmountMatch {
  key: string;
  tx: string;
  index: number;
}

/** What a transfer sent, and the intent to which exactly this amount was issued. */
export interface SentAmount {
  address: string;
  asset: string;
  amount: CryptoAmount;
  firstSeenAtMs: number;
  intent: IntentRef;
}

/** The payments of one database, inside one transaction. */
export interface PaymentBook {
  /** False if another process has moved the cursor or holds a newer lease, or a merchant has arrived since. */
  advanceScan(step: ScanStep): Promise<boolean>;
  /** The targets that these keys name, with their addresses. A reference names an intent, not who received the money. */
  matchTargets(network: string, keys: readonly string[]): Promise<MatchedTarget[]>;
  /**
   * The intents to which the amounts of these transfers were issued, and when. A transfer that its merchant already sees
   * as unmatched is left out.
   */
  matchAmounts(
    network: string,
    transfers: readonly AmountMatch[],
  ): Promise<(AmountMatch & { intent: IntentRef; assignedAtMs: number })[]>;
  /**
   * Those of these transfers whose amount is also what another open intent owes at the same address, without a tail. An
   * intent counts for as long as it holds an exact amount for what it owes.
   */
  findOwedByOthers<One extends SentAmount>(network: string, sent: readonly One[]): Promise<One[]>;
  /** The payments that consist of these transactions. An assigned transfer has no reference. */
  matchPayments(network: string, txs: readonly string[]): Promise<{ tx: string; index: number; intent: IntentRef }[]>;
  /** Those of these addresses that many intents share. Who owns such an address is known to the control plane. */
  listShared(network: string, addresses: readonly string[]): Promise<SharedAddress[]>;
  /** Those of these merchants that have intents in this database. A merchant's data is in one database. */
  listResidents<Merchant extends Omit<IntentRef, 'id'>>(merchants: readonly Merchant[]): Promise<Merchant[]>;
  /** Intents with pending payments, or with payments above the height that the chain was rolled back to. */
  listMoving(network: string, rolledBackTo: number | undefined): Promise<IntentRef[]>;
  /** Those of these transfers that their merchants already see as unmatched. */
  findListed<One extends Pick<NewUnmatchedTransfer, 'merchantId' | 'livemode' | 'transfer'>>(
    network: string,
    transfers: readonly One[],
  ): Promise<One[]>;
  /** How many failed transactions that name each of these intents are listed; an intent without any is left out. */
  countFailed(intents: readonly IntentRef[]): Promise<ReadonlyMap<IntentId, number>>;
  /** How many transfers of unknown tokens were listed for each of these merchants since a time. */
  countUnknown(merchants: readonly Omit<IntentRef, 'id'>[], sinceMs: number): Promise<readonly number[]>;
  /** Records each unmatched transfer once. */
  recordUnmatched(network: string, unmatched: readonly NewUnmatchedTransfer[], atMs: number): Promise<void>;
  /**
   * Records a claim once, with its proof and the transfer; nothing if the intent has too many claims of its kind. A transfer
   * that has as many as are kept gets another one without a proof only in place of one that is farther from its amount.
   */
  recordClaim(claim: NewClaim, atMs: number): Promise<'proven' | 'unproven' | 'not_recorded'>;
  /** Adds transfers that are not worth a row each to the merchant's counts. */
  countDust(network: string, dust: readonly NewDust[]): Promise<void>;
  /**
   * Deletes transfers that nobody assigned and that were last reported or claimed before a time: the earlier one for money,
   * the later one for what cannot be assigned or is dust. Returns how many, at most `limit`.
   */
  deleteUnmatched(before: { worthlessMs: number; moneyMs: number }, limit: number): Promise<number>;
  /**
   * Expired intents that are open, or in review because a network could not be scanned, the longest overdue first. An intent
   * that stays overdue is returned again after some seconds, and less often the longer it has been overdue.
   */
  takeOverdue(nowMs: number, limit: number): Promise<IntentRef[]>;
  /** Intents that succeeded without an invoice number, locked; those that another transaction has locked are left out. */
  takeUnnumbered(limit: number): Promise<IntentRef[]>;
  changeIntent(ref: IntentRef, atMs: number, change: IntentChange): Promise<Intent | undefined>;
}
