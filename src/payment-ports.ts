import type { IntentId, MerchantId } from './domain/ids.ts';
import type { Intent } from './domain/intent.ts';
import type { Network } from './domain/network.ts';
import type { Payment } from './domain/payment.ts';
import type { IntentChange } from './ports.ts';

export interface IntentRef {
  merchantId: MerchantId;
  livemode: boolean;
  id: IntentId;
}

/** A payment that is new or has got another state. */
export interface PaymentNews {
  intent: IntentRef;
  payment: Payment;
}

/** A database that holds payments. */
export interface PaymentDatabase {
  /** Where the last scan of a network ended; undefined where nobody waits for money on it. */
  findWatch(network: string): Promise<{ cursor: string | undefined } | undefined>;
  transact(work: (book: PaymentBook) => Promise<void>): Promise<void>;
}

/** What one database knows of payments, inside one transaction. */
export interface PaymentBook {
  /** Moves the cursor of a network on; false where another process has moved it meanwhile. */
  advanceScan(network: string, from: string | undefined, scan: Scan): Promise<boolean>;
  /** Keeps what went to a target; what went elsewhere is none of ours. */
  recordTransfers(network: string, transfers: readonly Transfer[]): Promise<PaymentNews[]>;
  /** Counts confirmations up to this block. */
  confirmPayments(network: string, tipHeight: number): Promise<PaymentNews[]>;
  /** Open intents whose time is over, the oldest first; each is looked at again some seconds later if it stays open. */
  takeOverdue(nowMs: number, limit: number): Promise<IntentRef[]>;
  changeIntent(ref: IntentRef, atMs: number, change: IntentChange): Promise<Intent | undefined>;
}

/** A transfer as a chain tells of it. */
export interface Transfer {
  tx: string;
  index: number;
  address: string;
  asset: string;
  amount: bigint;
  blockHeight: number | undefined;
  confirmations: number;
  required: number;
  firstSeenAtMs: number;
}

export interface Scan {
  transfers: Transfer[];
  /** Where the next scan begins; only the adapter can read it. */
  cursor: string;
  tipHeight: number;
  /** Everything that was sent before this time has been seen. */
  scannedUntilMs: number;
}

/** One network of one kind of chain. */
export interface ChainAdapter {
  network: Network;
  /** A fresh place for the money of one intent. */
  makeTarget(): string;
  paymentUri(payment: { address: string; asset: string; amount: string }): string;
  scan(cursor: string | undefined): Promise<Scan>;
}

/** The chain that has no network behind it: what is sent there stands in the control plane. */
export interface SimulatedLedger {
  send(transfer: { address: string; asset: string; amount: bigint; atMs: number }): Promise<void>;
  after(number: number, limit: number): Promise<SimulatedTransfer[]>;
}

export interface SimulatedTransfer {
  number: number;
  address: string;
  asset: string;
  amount: bigint;
  sentAtMs: number;
}

/** The networks that are watched, by name. */
export type Chains = ReadonlyMap<string, ChainAdapter>;
