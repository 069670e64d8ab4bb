import { Problem } from '../domain/errors.ts';
import { type DataStoreId, type MerchantId, uuidOf } from '../domain/ids.ts';
import type { EndpointCell } from '../domain/secrets/sealed-cell.ts';
import { UserError } from '../domain/user-error.ts';
import type { AuditOutbox } from '../ports/audit.ts';
import type { DataStores, StoreState } from '../ports/data-stores.ts';
import type { DeliveryQueue } from '../ports/delivery-queue.ts';
import type { EventDispatch } from '../ports/event-dispatch.ts';
import type { ExportStore } from '../ports/exports.ts';
import type { PaymentDatabase } from '../ports/payment-book.ts';
import type { RequestEntry } from '../ports/request-log.ts';
import type { SealedColumns } from '../ports/sealed-values.ts';
import type { SearchIndex } from '../ports/search-index.ts';
import type { Store, Stores, Tenant } from '../ports/stores.ts';
import type { Tracer } from '../ports/tracer.ts';
import type { Vault } from '../ports/vault.ts';
import type { IssuedAddress, TargetsOfWallet } from '../ports/wallets.ts';
import { PostgresDataStore } from './data-store.ts';
import { patientDatabase, patientStore } from './data-stores/patient-store.ts';
import type { Placements } from './data-stores/placements.ts';
import { Database, type PoolCounts } from './database/database.ts';
import { migrate } from './database/migrate.ts';
import { Outage } from './database/outage.ts';
import type { NumberedRow, WantedNumbers } from './events/read-numbered.ts';
import { PostgresExports } from './exports/exports.ts';
import type { Tenancy } from './intents/change-intent.ts';

export interface StoresOptions {
  mainUrl: string;
  /** A standby of the main database, for exports. */
  readUrl?: string | undefined;
  connectionsMax: number;
  groupCommit: boolean;
  onBatch: (rows: number, seconds: number) => void;
  /** The outage state of the main database, shared with other connections to it. */
  outage: Outage;
  connectMsMax?: number | undefined;
  tracer?: Tracer | undefined;
}

interface StoresPorts {
  dataStores: Pick<DataStores, 'find' | 'list'>;
  vault: Vault;
  /** Without it, no merchant is expected to move. */
  placements?: Placements;
}

/** Finds the database of a tenant: the main database, or a data store, which is opened on first use. */
export class PostgresStores implements Stores {
  readonly #options: StoresOptions;
  readonly #ports: StoresPorts;
  readonly #main: PostgresDataStore;
  readonly #own = new Map<DataStoreId, Promise<PostgresDataStore>>();

  constructor(options: StoresOptions, ports: StoresPorts) {
    this.#options = options;
    this.#ports = ports;
    this.#main = this.#open(options.mainUrl, options.outage, options.readUrl);
  }

  of(tenant: Tenant): Store | Promise<Store> {
    const { placements } = this.#ports;
    const moving = placements?.isMoving(tenant.merchantId) ?? false;
    if (!placements || moving === false) return this.#bind(tenant);
    const patient = () => patientStore(async () => this.#bind(await this.#place(placements, tenant)));
    return moving === true ? patient() : moving.then((isMoving) => (isMoving ? patient() : this.#bind(tenant)));
  }

  #bind({ merchantId, livemode, dataStoreId }: Tenant): Store | Promise<Store> {
    const found = this.#find(dataStoreId);
    return found instanceof PostgresDataStore
      ? found.bind(merchantId, livemode)
      : found.then((dataStore) => dataStore.bind(merchantId, livemode));
  }

  async databaseOf(tenant: Tenant): Promise<PaymentDatabase> {
    const { placements } = this.#ports;
    if (!placements || !(await placements.isMoving(tenant.merchantId))) return this.#find(tenant.dataStoreId);
    return patientDatabase(async () => this.#find((await this.#place(placements, tenant)).dataStoreId));
  }

  /** Opens a data store before a merchant arrives there, so that nobody waits for it. */
  warmUp(id: DataStoreId | undefined): void {
    Promise.resolve(this.#find(id)).catch(() => undefined);
  }

  /** Where the data of a tenant is now, if it is on the move. */
  async #placed(tenant: Tenant): Promise<Tenant> {
    const { placements } = this.#ports;
    if (!placements || !(await placements.isMoving(tenant.merchantId))) return tenant;
    return this.#place(placements, tenant);
  }

  /** Also after the move: a process that stood still meanwhile remembers the old place. */
  async #place(placements: Placements, tenant: Tenant): Promise<Tenant> {
    return { ...tenant, dataStoreId: await placements.find(tenant.merchantId) };
  }

  async prepare(url: string): Promise<void> {
    const { connectMsMax } = this.#options;
    const database = new Database({ url, connectMsMax, connectionsMax: 1, applicationName: 'florin-prepare' });
    try {
      await database.checkVersion();
    } finally {
      await database.close();
    }
    await migrate(url, 'data');
  }

  async hasData(merchantId: MerchantId, dataStoreId: DataStoreId | undefined): Promise<boolean> {
    return (await this.#find(dataStoreId)).hasData(merchantId);
  }

  async listIssuedAddresses(tenant: Tenant, wallet: string, limit: number): Promise<IssuedAddress[]> {
    const { dataStoreId } = await this.#placed(tenant);
    return (await this.#find(dataStoreId)).listIssuedAddresses(tenancyOf(tenant), wallet, limit);
  }

  async awaitsMoney(tenant: Tenant, targets: TargetsOfWallet, nowMs: number): Promise<boolean> {
    const { dataStoreId } = await this.#placed(tenant);
    return (await this.#find(dataStoreId)).awaitsMoney(tenancyOf(tenant), targets, nowMs);
  }

  async forEachDatabase(work: (database: PaymentDatabase) => Promise<void>): Promise<void> {
    throwFailures(await this.#inEach(work));
  }

  async forEachAuditOutbox(work: (outbox: AuditOutbox) => Promise<void>): Promise<void> {
    throwFailures(await this.#inEach(({ audit }) => work(audit)));
  }

  async deliveryQueueOf(dataStoreId: DataStoreId | undefined): Promise<DeliveryQueue> {
    return (await this.#find(dataStoreId)).deliveryQueue;
  }

  async forEachSealedColumns(work: (columns: SealedColumns<EndpointCell>) => Promise<void>): Promise<void> {
    throwFailures(await this.#inEach(({ sealedSecrets }) => work(sealedSecrets)));
  }

  async moveEvents(merchantId: MerchantId, from: DataStoreId | undefined, to: DataStoreId | undefined): Promise<void> {
    await (await this.#find(from)).moveEvents(merchantId, await this.#find(to));
  }

  async dropEvents(beforeMs: number): Promise<void> {
    throwFailures(await this.#inEach((dataStore) => dataStore.dropEvents(beforeMs)));
  }

  async deleteTraces(beforeMs: number): Promise<void> {
    throwFailures(await this.#inEach((dataStore) => dataStore.deleteTraces(beforeMs)));
  }

  async deleteIdempotencyKeys(beforeMs: number): Promise<number> {
    const rounds = await this.#inEach((dataStore) => dataStore.deleteIdempotencyKeys(beforeMs));
    const counts = rounds.map((round) => (round.status === 'fulfilled' ? round.value : 0));
    return counts.reduce((sum, count) => sum + count, 0);
  }

  async listDatabases(): Promise<(DataStoreId | undefined)[]> {
    return [undefined, ...(await this.#ports.dataStores.list()).map(({ id }) => id)];
  }

  async measure(dataStoreId: DataStoreId | undefined): Promise<StoreState> {
    return (await this.#find(dataStoreId)).measure();
  }

  async eventDispatchOf(dataStoreId: DataStoreId | undefined): Promise<EventDispatch> {
    return (await this.#find(dataStoreId)).eventDispatch;
  }

  async exportsOf(tenant: Tenant): Promise<ExportStore> {
    const { placements } = this.#ports;
    const find = async () => {
      const id = placements ? await placements.find(tenant.merchantId) : tenant.dataStoreId;
      return (await this.#find(id)).exports;
    };
    return new PostgresExports(find, tenancyOf(tenant));
  }

  async searchIndexOf(dataStoreId: DataStoreId | undefined): Promise<SearchIndex> {
    return (await this.#find(dataStoreId)).searchIndex;
  }

  async readNumbered(dataStoreId: DataStoreId | undefined, wanted: readonly WantedNumbers[]): Promise<NumberedRow[]> {
    return (await this.#find(dataStoreId)).readNumbered(wanted);
  }

  async writeRequests(dataStoreId: DataStoreId | undefined, entries: readonly RequestEntry[]): Promise<void> {
    await (await this.#find(dataStoreId)).writeRequests(entries);
  }

  async dropRequests(beforeMs: number): Promise<void> {
    throwFailures(await this.#inEach((dataStore) => dataStore.dropRequests(beforeMs)));
  }

  async #inEach<Result>(work: (dataStore: PostgresDataStore) => Promise<Result>) {
    const ids = await this.listDatabases();
    return Promise.allSettled(ids.map(async (id) => work(await this.#find(id))));
  }

  /** The connection counts of the main database. */
  pools(): Record<string, PoolCounts> {
    return this.#main.pools();
  }

  /** How many new intents wait for a group commit of the main database. */
  get rowsWaiting(): number {
    return this.#main.rowsWaiting;
  }

  /** Closes data stores for which this version has become too old. Requests for their merchants then get 503. */
  async leaveTooNew(): Promise<void> {
    const leave = async (id: DataStoreId, opening: Promise<PostgresDataStore>) => {
      const dataStore = await opening;
      await dataStore.version.look();
      if (dataStore.version.reason === undefined) return;
      this.#own.delete(id);
      await dataStore.close();
    };
    throwFailures(await Promise.allSettled([...this.#own].map(([id, opening]) => leave(id, opening))));
  }

  async close(): Promise<void> {
    const open = await this.#allOpen();
    await Promise.all(open.map((dataStore) => dataStore.close()));
  }

  async #allOpen(): Promise<PostgresDataStore[]> {
    const own = await Promise.allSettled(this.#own.values());
    return [this.#main, ...own.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))];
  }

  #find(id: DataStoreId | undefined): PostgresDataStore | Promise<PostgresDataStore> {
    if (id === undefined) return this.#main;
    const existing = this.#own.get(id);
    if (existing) return existing;
    const opening = this.#openOwn(id);
    this.#own.set(id, opening);
    // If a data store could not be opened, the next request tries again.
    opening.catch(() => this.#own.delete(id));
    return opening;
  }

  async #openOwn(id: DataStoreId): Promise<PostgresDataStore> {
    const row = await this.#ports.dataStores.find(id);
    if (!row) throw new Error(`unknown data store ${id}`);
    const url = this.#ports.vault.open(row.sealedUrl, ['data_stores.sealed_url', id]);
    await this.prepare(url).catch(explainUnusable);
    return this.#open(url, new Outage());
  }

  #open(url: string, outage: Outage, readUrl?: string): PostgresDataStore {
    return new PostgresDataStore({ ...this.#options, url, outage, readUrl });
  }
}

const tenancyOf = ({ merchantId, livemode }: Tenant): Tenancy => ({ merchant: uuidOf(merchantId), livemode });

/** What an operator has to change, such as the version of a node, concerns only the merchants of this data store. */
function explainUnusable(error: unknown): never {
  if (!(error instanceof UserError)) throw error;
  throw new Problem('unavailable', 'The data of this merchant is temporarily unavailable. Try again in a moment.', {
    headers: { 'retry-after': '5' },
    cause: error,
  });
}

function throwFailures(rounds: readonly PromiseSettledResult<void>[]): void {
  const failures = rounds.flatMap((round) => (round.status === 'rejected' ? [round.reason as unknown] : []));
  if (failures.length > 0) throw new AggregateError(failures, 'the work failed on some databases');
}
