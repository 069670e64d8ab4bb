import { type MerchantId, uuidOf } from '../domain/ids.ts';
import type { EndpointCell } from '../domain/secrets/sealed-cell.ts';
import type { AuditOutbox } from '../ports/audit.ts';
import type { StoreState } from '../ports/data-stores.ts';
import type { DeliveryQueue } from '../ports/delivery-queue.ts';
import type { EventDispatch } from '../ports/event-dispatch.ts';
import type { NetworkWatch, PaymentBook, PaymentDatabase } from '../ports/payment-book.ts';
import type { RequestEntry } from '../ports/request-log.ts';
import type { SealedColumns } from '../ports/sealed-values.ts';
import type { SearchIndex } from '../ports/search-index.ts';
import type { Store } from '../ports/stores.ts';
import type { Tracer } from '../ports/tracer.ts';
import type { IssuedAddress, TargetsOfWallet } from '../ports/wallets.ts';
import { auditOutbox } from './audit/audit-outbox.ts';
import { PostgresCustomers } from './customers/customers.ts';
import { isPresent } from './data-stores/is-present.ts';
import { measureDatabase } from './data-stores/measure-database.ts';
import { TABLES_IN_USE } from './data-stores/moved-tables.ts';
import { BATCHES, batched } from './database/batched.ts';
import { Batcher } from './database/batcher.ts';
import { Database, type PoolCounts } from './database/database.ts';
import { deleteInSteps } from './database/delete-in-steps.ts';
import type { Outage } from './database/outage.ts';
import { dropPartitions } from './database/partitions.ts';
import { VersionGate } from './database/version-gate.ts';
import { Announcer } from './events/announcer.ts';
import { PostgresEventDispatch } from './events/event-dispatch.ts';
import { PostgresEventLog } from './events/event-log.ts';
import { moveEvents } from './events/move-events.ts';
import { type NumberedRow, readNumbered, type WantedNumbers } from './events/read-numbered.ts';
import type { Tenancy } from './intents/change-intent.ts';
import { findIntents, keepIntents } from './intents/find-intents.ts';
import { type IntentRow, insertIntents } from './intents/insert-intents.ts';
import { type IntentWriter, PostgresIntents, type SharedParts } from './intents/intents.ts';
import { tracedWriter } from './intents/traced-writer.ts';
import { PostgresInvoices } from './invoices/invoices.ts';
import { findItems } from './items/find-items.ts';
import { type ItemParts, PostgresItems } from './items/items.ts';
import { openPools, type Pools } from './open-pools.ts';
import { assignTogether } from './payments/assign-together.ts';
import { findWatch } from './payments/find-watch.ts';
import { openPaymentBook } from './payments/payment-book.ts';
import { UsedUpPrices } from './payments/used-up-prices.ts';
import { PostgresRequests } from './requests/requests.ts';
import { writeRequests } from './requests/write-requests.ts';
import { PostgresSearchIndex } from './searches/search-index.ts';
import { sealedSecretColumns } from './secrets/sealed-secrets.ts';
import { PostgresTransfers } from './transfers/transfers.ts';
import { awaitsMoney } from './wallets/awaits-money.ts';
import { listIssuedAddresses } from './wallets/list-issued-addresses.ts';
import { PostgresDeliveries } from './webhooks/deliveries.ts';
import { PostgresDeliveryQueue } from './webhooks/delivery-queue.ts';
import { PostgresEndpoints } from './webhooks/endpoints.ts';

const HAS_ROWS = TABLES_IN_USE.map((table) => `EXISTS (SELECT FROM florin_data.${table} WHERE merchant_id = $1)`).join(
  ' OR ',
);

/** Of intents that were read. */
const KEPT_INTENTS_BYTES_MAX = 32 * 1_048_576;
/** The rows of a step are locked until it ends, and a request with such a key waits for it. */
const FORGET_ROWS_MAX = 1_000;

/** How long a batch waits for an idempotency key that another node is writing. A commit takes a fraction of this. */
const KEY_WAIT_MS = 250;

export interface DataStoreOptions {
  url: string;
  /** A standby, for exports. */
  readUrl?: string | undefined;
  connectionsMax: number;
  /** If off, every intent is written with a separate statement. The benchmark compares the two. */
  groupCommit: boolean;
  /** Called after every commit of new intents. */
  onBatch: (rows: number, seconds: number) => void;
  outage: Outage;
  connectMsMax?: number | undefined;
  tracer?: Tracer | undefined;
}

/** One database with the data of merchants. Only this class has statements that cover several merchants. */
export class PostgresDataStore implements PaymentDatabase {
  readonly audit: AuditOutbox;
  readonly eventDispatch: EventDispatch;
  readonly deliveryQueue: DeliveryQueue;
  readonly searchIndex: SearchIndex;
  readonly sealedSecrets: SealedColumns<EndpointCell>;
  readonly version: VersionGate;
  readonly #reader: Database;
  readonly #writer: Database;
  readonly #pools: Pools;
  readonly #announcer: Announcer;
  readonly #shared: SharedParts & ItemParts;
  readonly #onBatch: DataStoreOptions['onBatch'];
  readonly #live = new Map<MerchantId, Store>();
  readonly #test = new Map<MerchantId, Store>();

  constructor(options: DataStoreOptions) {
    const { tracer } = options;
    this.#onBatch = options.onBatch;
    this.#reader = new Database({ ...options, connectionsMin: 1, applicationName: 'florin' });
    this.version = new VersionGate(this.#reader, ['data']);
    this.audit = auditOutbox(this.#reader);
    // A notification holds a lock of the whole server until its commit is over, and must not wait for a standby there.
    this.#announcer = new Announcer(
      new Database({ ...options, connectionsMax: 1, synchronousCommit: 'off', applicationName: 'florin-announcer' }),
      { tracer },
    );
    this.#pools = openPools(options);
    this.eventDispatch = new PostgresEventDispatch(this.#pools.dispatcher, this.#announcer, tracer);
    this.deliveryQueue = new PostgresDeliveryQueue(this.#pools.deliveries, { isTraced: tracer !== undefined });
    this.sealedSecrets = sealedSecretColumns(this.#reader);
    // The writer has a separate connection, so readers cannot delay it.
    this.#writer = new Database({
      ...options,
      connectionsMin: 1,
      connectionsMax: 1,
      lockTimeoutMs: KEY_WAIT_MS,
      applicationName: 'florin-writer',
    });
    this.searchIndex = new PostgresSearchIndex(this.#pools.search);
    const intents = keepIntents(KEPT_INTENTS_BYTES_MAX);
    const writer = options.groupCommit ? this.#grouped() : this.#single();
    this.#shared = {
      reader: this.#reader,
      findIntent: batched((wanted) => findIntents(this.#reader, intents, wanted)),
      assignTogether: batched((views) => assignTogether(this.#reader, views)),
      findItems: batched((wanted) => findItems(this.#reader, wanted)),
      writer: tracer ? tracedWriter(writer, tracer) : writer,
      usedUp: new UsedUpPrices(),
      announcer: this.#announcer,
    };
  }

  #grouped(): IntentWriter {
    return new Batcher((rows) => this.#insert(this.#writer, rows), BATCHES);
  }

  #single(): IntentWriter {
    return { waiting: 0, submit: async (row) => (await this.#insert(this.#reader, [row]))[0] === true };
  }

  async #insert(database: Database, rows: readonly IntentRow[]): Promise<boolean[]> {
    const startMs = performance.now();
    const stored = await insertIntents(database, rows);
    this.#onBatch(rows.length, (performance.now() - startMs) / 1_000);
    // After the answers, which do not depend on it.
    setImmediate(() => this.#announcer.announceCreated(rows.filter((_, index) => stored[index])));
    return stored;
  }

  bind(merchantId: MerchantId, livemode: boolean): Store {
    const bound = livemode ? this.#live : this.#test;
    let store = bound.get(merchantId);
    if (!store) {
      const merchant = uuidOf(merchantId);
      store = {
        intents: new PostgresIntents(this.#shared, merchant, livemode),
        items: new PostgresItems(this.#shared, merchant, livemode),
        invoices: new PostgresInvoices(this.#reader, merchant, livemode),
        customers: new PostgresCustomers(this.#reader, merchant, livemode),
        transfers: new PostgresTransfers(this.#shared, merchant, livemode),
        endpoints: new PostgresEndpoints(this.#reader, merchant, livemode),
        deliveries: new PostgresDeliveries(this.#reader, merchant, livemode),
        events: new PostgresEventLog(this.#reader, merchant, livemode),
        requests: new PostgresRequests(this.#reader, merchant, livemode),
      };
      bound.set(merchantId, store);
    }
    return store;
  }

  /** Where exports read. */
  get exports(): Database {
    return this.#pools.exports;
  }

  async hasData(merchantId: MerchantId): Promise<boolean> {
    const rows = await this.#reader.query({
      name: 'has-data',
      text: `SELECT 1 WHERE ${HAS_ROWS}`,
      values: [uuidOf(merchantId)],
    });
    return rows.length > 0;
  }

  measure(): Promise<StoreState> {
    return measureDatabase(this.#reader);
  }

  listIssuedAddresses(tenancy: Tenancy, wallet: string, limit: number): Promise<IssuedAddress[]> {
    return listIssuedAddresses(this.#reader, tenancy, wallet, limit);
  }

  awaitsMoney(tenancy: Tenancy, targets: TargetsOfWallet, nowMs: number): Promise<boolean> {
    return awaitsMoney(this.#reader, tenancy, targets, nowMs);
  }

  findWatch(network: string, nowMs: number): Promise<NetworkWatch | undefined> {
    return findWatch(this.#reader, network, nowMs);
  }

  transact(work: (book: PaymentBook) => Promise<void>): Promise<void> {
    return this.#announcer.after(this.#reader, (changing) => work(openPaymentBook(changing)));
  }

  readNumbered(wanted: readonly WantedNumbers[]): Promise<NumberedRow[]> {
    return readNumbered(this.#reader, wanted);
  }

  /** Deletes expired keys in bounded batches, so no statement runs long. */
  async deleteIdempotencyKeys(beforeMs: number): Promise<number> {
    const deleted = await this.#reader.query({
      name: 'forget-idempotency-keys',
      text: `DELETE FROM florin_data.idempotency_keys WHERE ctid IN (
               SELECT ctid FROM florin_data.idempotency_keys WHERE created_at <= $1 AND ${isPresent('merchant_id')}
               LIMIT ${FORGET_ROWS_MAX})
             RETURNING 1`,
      values: [new Date(beforeMs)],
    });
    return deleted.length;
  }

  moveEvents(merchantId: MerchantId, to: PostgresDataStore): Promise<void> {
    return moveEvents(this.#reader, to.#reader, uuidOf(merchantId));
  }

  writeRequests(entries: readonly RequestEntry[]): Promise<void> {
    return writeRequests(this.#pools.logger, entries);
  }

  async dropRequests(beforeMs: number): Promise<void> {
    await dropPartitions(this.#pools.logger, 'request_log', 'day', beforeMs);
  }

  deleteTraces(beforeMs: number): Promise<void> {
    return deleteInSteps(this.#reader, {
      name: 'delete-event-traces',
      table: 'florin_data.event_traces',
      where: `created_at < $1 AND ${isPresent('merchant_id')}`,
      values: [new Date(beforeMs)],
    });
  }

  /** What is kept for a while, by the month in which it was written. */
  async dropEvents(beforeMs: number): Promise<void> {
    for (const table of ['numbered_batches', 'outbox', 'deliveries', 'delivery_attempts']) {
      await dropPartitions(this.#reader, table, 'month', beforeMs);
    }
  }

  /** How many new intents wait for the next group commit. */
  get rowsWaiting(): number {
    return this.#shared.writer.waiting;
  }

  /** The connections that are shared out by a pool, by what they are for. */
  pools(): Record<string, PoolCounts> {
    return {
      reader: this.#reader.counts,
      writer: this.#writer.counts,
      dispatcher: this.#pools.dispatcher.counts,
      deliveries: this.#pools.deliveries.counts,
      request_log: this.#pools.logger.counts,
    };
  }

  #databases(): Database[] {
    return [this.#reader, this.#writer, ...Object.values(this.#pools)];
  }

  async close(): Promise<void> {
    await Promise.all(this.#databases().map((database) => database.close()));
    await this.#announcer.close();
  }
}
