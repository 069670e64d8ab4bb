import type { ChainAdapter, Scan, Watch } from './chain-ports.ts';
import type { IntentId, MerchantId, TransferId, WalletId } from './domain/ids.ts';
import type { Intent } from './domain/intents/intent.ts';
import type { Transition } from './domain/intents/transition.ts';
import type { ChainFaultKind } from './domain/networks/chain-error.ts';
import type { SimulationScript } from './domain/payments/simulation.ts';
import type { Transfer, TransferRefusal } from './domain/transfers/transfer.ts';
import type { Audit, IntentChange } from './record-ports.ts';

export interface IntentRef {
  merchantId: MerchantId;
  livemode: boolean;
  id: IntentId;
}

/** Where the last scan of a network ended in one database, and what the next one has to know. */
export interface NetworkWatch {
  cursor: string | undefined;
  watch: Watch;
}

/** A database that holds payments. */
export interface PaymentDatabase {
  /** Undefined where nobody waits for money on this network. */
  findWatch(network: string, nowMs: number): Promise<NetworkWatch | undefined>;
  transact(work: (book: PaymentBook) => Promise<void>): Promise<void>;
}

/** A step of a network's cursor: from where, to where, and by whose leave. */
export interface ScanStep {
  network: string;
  from: string | undefined;
  scan: Scan;
  token: number;
}

/** A place that a key names. */
export interface MatchedPlace {
  key: string;
  address: string;
  intent: IntentRef;
}

/** A transfer that reached a merchant and counts for no intent of it. */
export interface KeptTransfer {
  id: TransferId;
  merchantId: MerchantId;
  livemode: boolean;
  /** Where it names one. */
  intentId: IntentId | undefined;
  transfer: Transfer;
  refusal: TransferRefusal;
}

/** What one database knows of payments, inside one transaction. */
export interface PaymentBook {
  /** False where another process has moved the cursor meanwhile, or holds a later lease. */
  advanceScan(step: ScanStep): Promise<boolean>;
  /** Whose places these keys are, and at which address: a reference says who is meant, not who got the money. */
  matchPlaces(network: string, keys: readonly string[]): Promise<MatchedPlace[]>;
  /** Which of these transactions count already, for whom: some were assigned by hand and name nobody. */
  matchPayments(network: string, txs: readonly string[]): Promise<{ tx: string; index: number; intent: IntentRef }[]>;
  /** Whose wallets these addresses are, where many intents share one. */
  ownersOf(network: string, addresses: readonly string[]): Promise<{ address: string; owner: Omit<IntentRef, 'id'> }[]>;
  /** Intents with payments that are on their way, or that stand above a height from which the chain was rolled back. */
  listMoving(network: string, rolledBackTo: number | undefined): Promise<IntentRef[]>;
  /** Keeps what counts for nobody, once. */
  keepTransfers(network: string, kept: readonly KeptTransfer[], atMs: number): Promise<void>;
  /**
   * Intents whose time is over and that are open, or in review because nobody could see what came: the one that is due
   * first. Each is looked at again if it stays so: some seconds later, and rarer the longer it has waited.
   */
  takeOverdue(nowMs: number, limit: number): Promise<IntentRef[]>;
  changeIntent(ref: IntentRef, atMs: number, change: IntentChange): Promise<Intent | undefined>;
}

/** Money that reached the merchant and counts for no intent. */
export interface StrayTransfer {
  id: TransferId;
  network: string;
  tx: string;
  index: number;
  address: string;
  asset: string | undefined;
  token: string | undefined;
  amount: bigint;
  blockHeight: number | undefined;
  refusal: TransferRefusal;
  /** The intent that it names, where it names one. */
  intentId: IntentId | undefined;
  firstSeenAtMs: number;
  assignedTo: IntentId | undefined;
}

export interface TransferStore {
  /** Newest first; only those of one intent, or only those that nobody has assigned, where asked. */
  list(page: {
    unassigned: boolean;
    intentId?: IntentId;
    olderThan?: TransferId;
    limit: number;
  }): Promise<StrayTransfer[]>;
  /**
   * Makes a transfer a payment of an intent: both change in one transaction, and nobody else can change either
   * meanwhile. Undefined where one of them does not exist; what the change throws leaves both as they were.
   */
  assign(
    id: TransferId,
    intentId: IntentId,
    atMs: number,
    change: (intent: Intent, transfer: StrayTransfer, tipHeight: number) => Transition,
  ): Promise<Intent | undefined>;
}

/** How the reading of a network stands, whichever process does it. */
export interface NetworkReport {
  network: string;
  tipHeight: number | undefined;
  /** Everything sent before this time has been seen. */
  scannedUntilMs: number | undefined;
  fault: { kind: ChainFaultKind; message: string; sinceMs: number } | undefined;
}

/** Who reads which network. */
export interface NetworkPlane {
  /** A number that grows with every new holder; undefined while somebody else holds the lease. */
  takeLease(network: string, holder: string, nowMs: number, untilMs: number): Promise<number | undefined>;
  reportNetwork(report: NetworkReport): Promise<void>;
  listNetworks(): Promise<NetworkReport[]>;
}

/** Where a merchant's money goes on one network. */
export interface StoredWallet {
  id: WalletId;
  merchantId: MerchantId;
  livemode: boolean;
  network: string;
  kind: 'address' | 'extended_key';
  sealedText: string;
  /** The same for the same wallet, and tells nothing of it. */
  fingerprint: string;
  /** The first index of an extended key that was never given out. */
  nextIndex: number;
  createdAtMs: number;
  /** From when on it is used. */
  effectiveAtMs: number;
  removedAtMs: number | undefined;
}

/** An address of an extended key that some intent has. */
export interface GivenOut {
  index: number;
  /** Whether money came to it. */
  used: boolean;
}

export interface WalletPlane {
  /**
   * Takes the place of the merchant's wallet on this network from its time on. Returns it as it is kept: one that serves or
   * waits already keeps its id and its time. Undefined where somebody else has this very wallet.
   */
  insertWallet(wallet: StoredWallet, audit: Audit): Promise<StoredWallet | undefined>;
  listWallets(merchantId: MerchantId, livemode: boolean): Promise<StoredWallet[]>;
  /** The wallet that it would have replaced goes on. False where the merchant has no such wallet. */
  removeWallet(id: WalletId, merchantId: MerchantId, livemode: boolean, atMs: number, audit: Audit): Promise<boolean>;
  /** The next index, which nobody else is given; from `indexMin` on where the count has fallen behind that. */
  takeWalletIndex(id: WalletId, indexMin: number): Promise<number>;
}

/** The chain that has no network behind it: what is sent there stands in the control plane. */
export interface SimulatedLedger {
  send(transfer: Omit<SimulatedTransfer, 'number'>): Promise<void>;
  after(number: number, limit: number): Promise<SimulatedTransfer[]>;
  /** What was sent from this time on, up to this number, in order. */
  since(timeMs: number, upTo: number): Promise<SimulatedTransfer[]>;
}

export interface SimulatedTransfer {
  number: number;
  address: string;
  asset: string;
  amount: bigint;
  sentAtMs: number;
  script: SimulationScript;
}

/** The networks that are watched, by name. */
export type Chains = ReadonlyMap<string, ChainAdapter>;
