import { type DataStoreId, type MerchantId, uuidOf } from '../../domain/ids.ts';
import type { Change, Changes } from '../../ports/changes.ts';
import type { DataStores } from '../../ports/data-stores.ts';
import type { Tenant } from '../../ports/stores.ts';
import type { Vault } from '../../ports/vault.ts';
import { ChangeChannel } from './change-channel.ts';
import { tenantName } from './change-notice.ts';
import type { NumberedRow, WantedNumbers } from './read-numbered.ts';

interface ChangesPorts {
  dataStores: Pick<DataStores, 'find'>;
  vault: Vault;
  /** Where numbered events are read if no notification arrives. */
  stores: {
    readNumbered(dataStoreId: DataStoreId | undefined, wanted: readonly WantedNumbers[]): Promise<NumberedRow[]>;
  };
}

/** Receives changes through PostgreSQL notifications, with one connection per database that has listeners. */
export class PostgresChanges implements Changes {
  readonly #mainUrl: string;
  readonly #ports: ChangesPorts;
  readonly #channels = new Map<DataStoreId | undefined, ChangeChannel>();

  /** The URL must not lead to a pooler. */
  constructor(mainUrl: string, ports: ChangesPorts) {
    this.#mainUrl = mainUrl;
    this.#ports = ports;
  }

  /** Listens to the main database from the start, so the first subscriber misses nothing. */
  start(): Promise<void> {
    return this.#channelOf(undefined).firstAttempt();
  }

  subscribe(tenant: Tenant, listener: (change: Change) => void, onLost?: () => void): () => void {
    return this.#channelOf(tenant.dataStoreId).changes.add(nameOf(tenant), { notify: listener, onLost });
  }

  subscribeToNumbers(tenant: Tenant, listener: (number: number) => void, onLost?: () => void): () => void {
    return this.#channelOf(tenant.dataStoreId).numbers.add(nameOf(tenant), { notify: listener, onLost });
  }

  watch(dataStoreId: DataStoreId | undefined, what: 'changes' | 'numbers', listener: () => void): () => void {
    return this.#channelOf(dataStoreId)[what].addForAll({ notify: listener, onLost: listener });
  }

  /** A merchant moves to another database, so its subscribers have to subscribe again. */
  lose(merchantId: MerchantId): void {
    for (const { changes, numbers } of this.#channels.values()) {
      for (const livemode of [true, false]) {
        const name = tenantName(uuidOf(merchantId), livemode);
        changes.notifyLostOf(name);
        numbers.notifyLostOf(name);
      }
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#channels.values()].map((channel) => channel.close()));
  }

  #channelOf(id: DataStoreId | undefined): ChangeChannel {
    let channel = this.#channels.get(id);
    if (!channel) {
      channel = new ChangeChannel(
        () => this.#urlOf(id),
        (wanted) => this.#ports.stores.readNumbered(id, wanted),
      );
      this.#channels.set(id, channel);
    }
    return channel;
  }

  async #urlOf(id: DataStoreId | undefined): Promise<string> {
    if (id === undefined) return this.#mainUrl;
    const row = await this.#ports.dataStores.find(id);
    if (!row) throw new Error(`unknown data store ${id}`);
    return this.#ports.vault.open(row.sealedUrl, ['data_stores.sealed_url', row.id]);
  }
}

const nameOf = ({ merchantId, livemode }: Tenant): string => tenantName(uuidOf(merchantId), livemode);
