import { Problem } from '../../../src/domain/errors.ts';
import type { DataStoreId, MerchantId } from '../../../src/domain/ids.ts';
import { requestTimeMs } from '../../../src/domain/requests/request-id.ts';
import type { EndpointCell } from '../../../src/domain/secrets/sealed-cell.ts';
import type { AuditOutbox } from '../../../src/ports/audit.ts';
import type { DataStores } from '../../../src/ports/data-stores.ts';
import type { DeliveryQueue } from '../../../src/ports/delivery-queue.ts';
import type { EventDispatch } from '../../../src/ports/event-dispatch.ts';
import type { PaymentDatabase } from '../../../src/ports/payment-book.ts';
import type { RequestEntry } from '../../../src/ports/request-log.ts';
import type { SealedColumns } from '../../../src/ports/sealed-values.ts';
import type { Store, Stores, Tenant } from '../../../src/ports/stores.ts';
import type { Vault } from '../../../src/ports/vault.ts';
import type { IssuedAddress, TargetsOfWallet } from '../../../src/ports/wallets.ts';
import { MemoryDatabase } from './database.ts';
import { listIssuedAddresses } from './list-issued-addresses.ts';
import { isOwn, type Notice, type QueuedEvent } from './tables.ts';

const DAY_MS = 86_400_000;

interface StoresPorts {
  dataStores: Pick<DataStores, 'find' | 'list'>;
  vault: Vault;
  clock: { nowMs(): number };
  publish?: (notices: readonly Notice[], dataStoreId: DataStoreId | undefined) => void;
}

/** The main database, and one database for each URL of a data store. */
export class MemoryStores implements Stores {
  readonly main: MemoryDatabase;
  /** URLs of databases that do not respond. */
  readonly unreachable = new Set<string>();
  readonly #ports: StoresPorts;
  readonly #own = new Map<string, MemoryDatabase>();

  constructor(ports: StoresPorts) {
    this.#ports = ports;
    this.main = this.#open(undefined);
  }

  /** Every database that was opened. */
  get databases(): MemoryDatabase[] {
    return [this.main, ...this.#own.values()];
  }

  of({ merchantId, livemode, dataStoreId }: Tenant): Store | Promise<Store> {
    if (dataStoreId === undefined) return this.main.bind(merchantId, livemode);
    return this.#find(dataStoreId).then((database) => database.bind(merchantId, livemode));
  }

  databaseOf({ dataStoreId }: Tenant): PaymentDatabase | Promise<PaymentDatabase> {
    return dataStoreId === undefined ? this.main : this.#find(dataStoreId);
  }

  async measure(dataStoreId: DataStoreId | undefined) {
    await this.#find(dataStoreId);
    return { sizeBytes: 0, eventLagMs: 0, scannedUntilMs: undefined };
  }

  async prepare(url: string): Promise<void> {
    if (this.unreachable.has(url)) throw new Problem('unavailable', 'The database cannot be reached.');
  }

  async hasData(merchantId: MerchantId, dataStoreId: DataStoreId | undefined): Promise<boolean> {
    const { intents, items, endpoints } = (await this.#find(dataStoreId)).tables;
    return [...intents.values(), ...items.values(), ...endpoints.values()].some((row) => row.merchantId === merchantId);
  }

  async listIssuedAddresses(tenant: Tenant, wallet: string, limit: number): Promise<IssuedAddress[]> {
    return listIssuedAddresses((await this.#find(tenant.dataStoreId)).tables, tenant, wallet, limit);
  }

  async awaitsMoney(tenant: Tenant, { networks, address, fingerprint }: TargetsOfWallet, nowMs: number) {
    const { targets } = (await this.#find(tenant.dataStoreId)).tables;
    return [...targets.values()]
      .filter(
        (target) => networks.includes(target.network) && target.watchedUntilMs > nowMs && isOwn(target.intent, tenant),
      )
      .some((target) => (address === undefined ? target.derived?.wallet === fingerprint : target.address === address));
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
    const [source, target] = [await this.#find(from), await this.#find(to)];
    const { eventQueue, outbox, eventCounters } = source.tables;
    const isTheirs = (event: QueuedEvent) => event.merchantId === merchantId;
    await target.run((tables) => {
      const known = new Set([...tables.eventQueue, ...tables.outbox].map(({ id }) => id));
      tables.outbox = [...tables.outbox, ...outbox.filter((event) => isTheirs(event) && !known.has(event.id))];
      tables.eventQueue = [
        ...tables.eventQueue,
        ...eventQueue.filter((event) => isTheirs(event) && !known.has(event.id)),
      ];
      for (const [name, number] of eventCounters) {
        const isOfMerchant = name.startsWith(`${merchantId}:`);
        if (isOfMerchant) tables.eventCounters.set(name, Math.max(number, tables.eventCounters.get(name) ?? 0));
      }
    });
    await source.run((tables) => {
      tables.eventQueue = tables.eventQueue.filter((event) => !isTheirs(event));
    });
  }

  async dropEvents(beforeMs: number): Promise<void> {
    throwFailures(await this.#inEach((database) => database.dropEvents(beforeMs)));
  }

  /** Traces are recorded by real servers only. */
  async deleteTraces(): Promise<void> {}

  async deleteIdempotencyKeys(beforeMs: number): Promise<number> {
    const rounds = await this.#inEach((database) =>
      database.run(({ responses }) => {
        const expired = [...responses].filter(([, { createdAtMs }]) => createdAtMs <= beforeMs);
        for (const [name] of expired) responses.delete(name);
        return expired.length;
      }),
    );
    return rounds.reduce((sum, round) => sum + (round.status === 'fulfilled' ? round.value : 0), 0);
  }

  async listDatabases(): Promise<(DataStoreId | undefined)[]> {
    return [undefined, ...(await this.#ports.dataStores.list()).map(({ id }) => id)];
  }

  async eventDispatchOf(dataStoreId: DataStoreId | undefined): Promise<EventDispatch> {
    return (await this.#find(dataStoreId)).eventDispatch;
  }

  /** Exports are tested with PostgreSQL. */
  async exportsOf(): Promise<never> {
    throw new Error('there are no exports in memory');
  }

  /** A search in memory reads the intents themselves. */
  async searchIndexOf() {
    return { index: async () => 0 };
  }

  async writeRequests(dataStoreId: DataStoreId | undefined, entries: readonly RequestEntry[]): Promise<void> {
    const database = await this.#find(dataStoreId);
    await database.run(({ requests }) => {
      for (const entry of entries) requests.set(entry.request.id, entry);
    });
  }

  async dropRequests(beforeMs: number): Promise<void> {
    const firstDayMs = Math.floor(beforeMs / DAY_MS) * DAY_MS;
    const rounds = await this.#inEach((database) =>
      database.run(({ requests }) => {
        for (const [id, { request }] of requests) if (requestTimeMs(request.id) < firstDayMs) requests.delete(id);
      }),
    );
    throwFailures(rounds);
  }

  async #inEach<Result>(work: (database: MemoryDatabase) => Promise<Result>) {
    const ids = await this.listDatabases();
    return Promise.allSettled(ids.map(async (id) => work(await this.#find(id))));
  }

  async #find(id: DataStoreId | undefined): Promise<MemoryDatabase> {
    if (id === undefined) return this.main;
    const row = await this.#ports.dataStores.find(id);
    if (!row) throw new Error(`the data store ${id} is not known`);
    const url = this.#ports.vault.open(row.sealedUrl, ['data_stores.sealed_url', row.id]);
    await this.prepare(url);
    const database = this.#own.get(url) ?? this.#open(id);
    this.#own.set(url, database);
    return database;
  }

  #open(id: DataStoreId | undefined): MemoryDatabase {
    const { publish } = this.#ports;
    return new MemoryDatabase({ publish: (notices) => publish?.(notices, id) });
  }
}

function throwFailures(rounds: readonly PromiseSettledResult<void>[]): void {
  const failures = rounds.flatMap((round) => (round.status === 'rejected' ? [round.reason as unknown] : []));
  if (failures.length > 0) throw new AggregateError(failures, 'some databases could not be served');
}
