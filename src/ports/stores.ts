import type { DataStoreId, MerchantId } from '../domain/ids.ts';
import type { EndpointCell } from '../domain/secrets/sealed-cell.ts';
import type { AuditOutbox } from './audit.ts';
import type { CustomerStore } from './customers.ts';
import type { StoreState } from './data-stores.ts';
import type { Deliveries } from './deliveries.ts';
import type { DeliveryQueue } from './delivery-queue.ts';
import type { EventDispatch } from './event-dispatch.ts';
import type { EventLog } from './event-log.ts';
import type { ExportStore } from './exports.ts';
import type { IntentStore } from './intents.ts';
import type { InvoiceStore } from './invoices.ts';
import type { ItemStore } from './items.ts';
import type { PaymentDatabase } from './payment-book.ts';
import type { RequestEntry, RequestStore } from './request-log.ts';
import type { SealedColumns } from './sealed-values.ts';
import type { SearchIndex } from './search-index.ts';
import type { TransferStore } from './transfers.ts';
import type { IssuedAddress, TargetsOfWallet } from './wallets.ts';
import type { WebhookEndpoints } from './webhook-endpoints.ts';

/** A merchant in one mode, and its database. Without a data store ID, that is the main database. */
export interface Tenant {
  merchantId: MerchantId;
  dataStoreId: DataStoreId | undefined;
  livemode: boolean;
}

/** The data of one merchant in one mode. Every statement filters by both. */
export interface Store {
  readonly intents: IntentStore;
  readonly items: ItemStore;
  readonly invoices: InvoiceStore;
  readonly customers: CustomerStore;
  readonly transfers: TransferStore;
  readonly endpoints: WebhookEndpoints;
  readonly deliveries: Deliveries;
  readonly events: EventLog;
  readonly requests: RequestStore;
}

export interface Stores {
  /** Synchronous if the database is already open. */
  of(tenant: Tenant): Store | Promise<Store>;
  /** Connects to a database, checks its version and runs its migrations. */
  prepare(url: string): Promise<void>;
  /** Whether a merchant has any data, in either mode. */
  hasData(merchantId: MerchantId, dataStoreId: DataStoreId | undefined): Promise<boolean>;
  /** The last addresses issued from an extended key, by its fingerprint, the highest index first. */
  listIssuedAddresses(tenant: Tenant, wallet: string, limit: number): Promise<IssuedAddress[]>;
  /** Whether payments may still arrive on payment targets of this wallet. */
  awaitsMoney(tenant: Tenant, targets: TargetsOfWallet, nowMs: number): Promise<boolean>;
  /** The tenant's database as the watcher uses it, across tenants. */
  databaseOf(tenant: Tenant): PaymentDatabase | Promise<PaymentDatabase>;
  /** Runs the work on every database. A failure on one does not stop the others and is thrown at the end. */
  forEachDatabase(work: (database: PaymentDatabase) => Promise<void>): Promise<void>;
  /** The same for the audit entries waiting in each database. */
  forEachAuditOutbox(work: (outbox: AuditOutbox) => Promise<void>): Promise<void>;
  /** Every database: the main one, which has no ID, and the data stores. */
  listDatabases(): Promise<(DataStoreId | undefined)[]>;
  /** How a database is doing. Fails if it does not respond. */
  measure(dataStoreId: DataStoreId | undefined): Promise<StoreState>;
  /** The events of all merchants of one database that have no number yet. */
  eventDispatchOf(dataStoreId: DataStoreId | undefined): Promise<EventDispatch>;
  /** The pending deliveries of all merchants of one database. */
  deliveryQueueOf(dataStoreId: DataStoreId | undefined): Promise<DeliveryQueue>;
  /** What a merchant exports. It may be read from a standby, some moments behind. */
  exportsOf(tenant: Tenant): Promise<ExportStore>;
  /** The search terms of all merchants of one database. */
  searchIndexOf(dataStoreId: DataStoreId | undefined): Promise<SearchIndex>;
  /** Runs the work on what the vault has sealed in each database. */
  forEachSealedColumns(work: (columns: SealedColumns<EndpointCell>) => Promise<void>): Promise<void>;
  /** Copies the events of a merchant without other data to another database, where its numbers go on. */
  moveEvents(merchantId: MerchantId, from: DataStoreId | undefined, to: DataStoreId | undefined): Promise<void>;
  /** Drops numbered events, deliveries and attempts of the months that ended before a time, in every database. */
  dropEvents(beforeMs: number): Promise<void>;
  /** Deletes where the traces of events continue, of events before a time, in every database. */
  deleteTraces(beforeMs: number): Promise<void>;
  /** Deletes expired idempotency keys in every available database. Returns how many. */
  deleteIdempotencyKeys(beforeMs: number): Promise<number>;
  /** Adds requests to the log of a database. */
  writeRequests(dataStoreId: DataStoreId | undefined, entries: readonly RequestEntry[]): Promise<void>;
  /** Deletes the request log before a time, by whole days, in every database. Fails if one of them fails. */
  dropRequests(beforeMs: number): Promise<void>;
}
