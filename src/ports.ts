import type { DataStoreId, IntentId, KeyId, MerchantId } from './domain/ids.ts';
import type { Intent } from './domain/intents/intent.ts';
import type { IntentStatus } from './domain/intents/intent-status.ts';
import type { IntentEvent } from './domain/intents/transition.ts';
import type { InvoiceDocument, IssuedInvoice } from './domain/invoices/invoice.ts';
import type { Item, StoredItem } from './domain/items/item.ts';
import type { Scope } from './domain/keys/scope.ts';
import type { Target } from './domain/payments/payment.ts';
import type {
  Chains,
  GivenOut,
  NetworkPlane,
  PaymentDatabase,
  SimulatedLedger,
  TransferStore,
  WalletPlane,
} from './payment-ports.ts';
import type { Audit, IntentChange, Merchant, User } from './record-ports.ts';
import type { SessionPlane } from './session-ports.ts';

/** What the core needs from outside. `assemble.ts` gives each of them a body. */
export interface Clock {
  /** Milliseconds since 1970 by the database's clock, so that all processes agree on what is late. */
  nowMs(): number;
  sleep(ms: number): Promise<void>;
}

export interface Random {
  bytes(count: number): Uint8Array;
}

/** Keeps what must be readable again (test keys, database addresses) unreadable in a copy of the database. */
export interface Vault {
  seal(plain: string): string;
  open(sealed: string): string;
}

/** Signs what somebody without a key may bring back. */
export interface LinkSigner {
  sign(text: string): string;
  /** Takes the same time for every signature of the right length. */
  isSigned(text: string, signature: string): boolean;
}

export interface Passwords {
  hash(password: string): Promise<string>;
  /** Takes the same work without a hash, so that its time does not tell whether there is such a user. */
  verify(passwordHash: string | undefined, password: string): Promise<boolean>;
}

export interface Idempotency {
  key: string;
  /** What the first request is answered, and every replay of it. */
  answer: string;
}

export type Inserted =
  | { kind: 'created' }
  | { kind: 'replayed'; intentId: IntentId; requestBody: string; answer: string };

export interface IntentFilter {
  status?: IntentStatus;
  asset?: string;
  email?: string;
  orderId?: string;
  createdAfterMs?: number;
  createdBeforeMs?: number;
  /** Only intents older than this one: where the page before ended. */
  olderThan?: IntentId;
  limit: number;
}

/** Makes a place on one network; from an extended key, with an index that is not below `indexMin`. */
export type MakeTarget = (network: string, indexMin?: number) => Promise<MadeTarget>;

export interface MadeTarget extends Omit<Target, 'network' | 'scannedUntilMs'> {
  /** The extended key that it comes from, by its fingerprint. */
  derived?: { wallet: string; index: number } | undefined;
}

export interface TimelineEntry extends IntentEvent {
  sequence: number;
  atMs: number;
}

/** The catalogue. */
export interface ItemStore {
  /** Those that exist, in any order. */
  find(itemIds: readonly string[]): Promise<StoredItem[]>;
  /** By id, from behind `after` on. */
  list(page: { after: string | undefined; limit: number }): Promise<StoredItem[]>;
  /** False where an item with this id exists; it stays as it is. */
  insert(item: Item, nowMs: number): Promise<boolean>;
  /** Creates and overwrites, all or none; says how many are new. No id may be there twice. */
  put(items: readonly Item[], nowMs: number): Promise<number>;
  /** False where there is no such item. */
  remove(itemId: string): Promise<boolean>;
}

export interface InvoiceStore {
  find(intentId: IntentId): Promise<IssuedInvoice | undefined>;
  /** Gives the next number to an intent; one that has a number keeps it and its document. Answers after the commit. */
  issue(intentId: IntentId, document: InvoiceDocument): Promise<IssuedInvoice>;
}

/** The data of one merchant in one mode; every statement behind it names both. */
export interface Store {
  readonly items: ItemStore;
  readonly invoices: InvoiceStore;
  readonly transfers: TransferStore;
  /** Answers after the commit. */
  insertIntent(intent: Intent, idempotency: Idempotency | undefined): Promise<Inserted>;
  findIntent(id: IntentId): Promise<Intent | undefined>;
  listIntents(filter: IntentFilter): Promise<Intent[]>;
  /** Reads, changes and tells of it in one transaction; returns the intent as it is then. */
  changeIntent(id: IntentId, atMs: number, change: IntentChange): Promise<Intent | undefined>;
  /** What happened to an intent, in order. */
  listTimeline(id: IntentId): Promise<TimelineEntry[]>;
  /**
   * Gives an intent its place on each of these networks where it has none yet, whoever else asks at the same time: a place
   * is made once, and again only where another intent has the same. Returns all places that it has then.
   */
  assignTargets(id: IntentId, networks: readonly string[], make: MakeTarget): Promise<Target[]>;
}

/** Whose data, and in which database it lies; no id of a store means the main database. */
export interface Tenant {
  merchantId: MerchantId;
  dataStoreId: DataStoreId | undefined;
  livemode: boolean;
}

export interface Stores {
  /** At once where the database is open already. */
  of(tenant: Tenant): Store | Promise<Store>;
  /** Connects to a database, checks its version and brings its tables up to date. */
  prepare(url: string): Promise<void>;
  /** Whether a merchant has any data, in either mode. */
  hasData(merchantId: MerchantId, dataStoreId: DataStoreId | undefined): Promise<boolean>;
  /** The last addresses that intents have of an extended key, by its fingerprint, the greatest index first. */
  listGivenOut(tenant: Tenant, wallet: string, limit: number): Promise<GivenOut[]>;
  /** The database of a tenant as the watcher knows it, for what must see beyond one tenant. */
  databaseOf(tenant: Tenant): PaymentDatabase | Promise<PaymentDatabase>;
  /** Does the work for every database; what fails for one holds up no other, and is thrown at the end. */
  forEachDatabase(work: (database: PaymentDatabase) => Promise<void>): Promise<void>;
  /** Forgets idempotency keys past their time in every database that answers; returns how many. */
  forgetIdempotencyKeys(beforeMs: number): Promise<number>;
}

/** That an intent was made or moved, by whichever process. */
export interface Change {
  intentId: IntentId;
  sequence: number;
  status: IntentStatus;
}

export interface Changes {
  /**
   * Tells of changes from now on, until the returned function is called. `onLost` is called where some may have been
   * missed: whoever wants to know them must read anew.
   */
  subscribe(tenant: Tenant, listener: (change: Change) => void, onLost?: () => void): () => void;
}

export interface ApiKey {
  id: KeyId;
  merchantId: MerchantId;
  livemode: boolean;
  name: string;
  publicKey: string;
  /** SHA-256 of the private key, in hex. */
  privateKeyHash: string;
  /** The last characters of the private key, to tell keys apart. */
  privateKeyEnd: string;
  /** Only of a test key, so that a signed-in user can read it again. */
  sealedPrivateKey: string | undefined;
  scopes: readonly Scope[];
  allowedCidrs: readonly string[];
  apiVersion: string;
  createdAtMs: number;
  expiresAtMs: number | undefined;
  revokedAtMs: number | undefined;
  /** The successor, once the key has been rolled. */
  replacedBy: KeyId | undefined;
  lastUsedAtMs: number | undefined;
  lastUsedAddress: string | undefined;
}

export interface DataStore {
  id: DataStoreId;
  name: string;
  sealedUrl: string;
  createdAtMs: number;
}

export interface KeyUse {
  keyId: KeyId;
  atMs: number;
  address: string;
}

/** Merchants, users, keys, wallets, data stores, networks, audit log. */
export interface ControlPlane extends SessionPlane, NetworkPlane, WalletPlane {
  /**
   * Merchant, first user and first key in one transaction, which also ends the set-up link. False where the e-mail
   * address is taken. With the hash of a set-up link, only where that link is still open.
   */
  insertMerchant(
    rows: { merchant: Merchant; owner: User; key: ApiKey },
    audit: Audit,
    setUpLinkHash?: string,
  ): Promise<boolean>;
  findMerchant(id: MerchantId): Promise<Merchant | undefined>;
  listMerchants(): Promise<Merchant[]>;
  pauseMerchant(id: MerchantId, untilMs: number | undefined): Promise<void>;
  setMerchantStore(id: MerchantId, dataStoreId: DataStoreId | undefined, audit: Audit): Promise<void>;
  insertKey(key: ApiKey, audit: Audit): Promise<void>;
  findKey(id: KeyId): Promise<ApiKey | undefined>;
  /** With the networks on which the merchant has a wallet in the key's mode. */
  findKeyByHash(
    privateKeyHash: string,
  ): Promise<{ key: ApiKey; merchant: Merchant; walletNetworks: readonly string[] } | undefined>;
  /** Whose public key this is, whatever has become of the pair since. */
  findKeyByPublicKey(publicKey: string): Promise<{ key: ApiKey; merchant: Merchant } | undefined>;
  listKeys(merchantId: MerchantId): Promise<ApiKey[]>;
  /** The successor goes in and the old key ends at a time, both or none. */
  replaceKey(oldKeyId: KeyId, oldExpiresAtMs: number, successor: ApiKey, audit: Audit): Promise<void>;
  revokeKey(id: KeyId, atMs: number, audit: Audit): Promise<void>;
  recordKeyUse(uses: readonly KeyUse[]): Promise<void>;
  /** False where no user has this e-mail address. */
  setPassword(email: string, passwordHash: string, audit: Audit): Promise<boolean>;
  insertDataStore(dataStore: DataStore, audit: Audit): Promise<void>;
  findDataStore(id: DataStoreId): Promise<DataStore | undefined>;
  listDataStores(): Promise<DataStore[]>;
}

/** What every use case may be given. */
export interface Ports {
  clock: Clock;
  random: Random;
  vault: Vault;
  links: LinkSigner;
  passwords: Passwords;
  control: ControlPlane;
  stores: Stores;
  chains: Chains;
  simulatedLedger: SimulatedLedger;
  changes: Changes;
}
