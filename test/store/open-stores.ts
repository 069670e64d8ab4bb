import type { DataStoreId } from '../../src/domain/ids.ts';
import type { Changes } from '../../src/ports/changes.ts';
import type { DataStore } from '../../src/ports/data-stores.ts';
import type { Stores, Tenant } from '../../src/ports/stores.ts';
import { Outage } from '../../src/store/database/outage.ts';
import { PostgresChanges } from '../../src/store/events/changes.ts';
import { PostgresStores } from '../../src/store/stores.ts';
import { MemoryChanges } from '../memory/changes.ts';
import { MemoryStores } from '../memory/data/stores.ts';
import { plainVault } from '../memory/vault.ts';
import { createMigrated } from '../support/create-migrated.ts';
import { CONNECT_MS_MAX, createDatabase, implementations } from '../support/databases.ts';
import { waitUntil } from '../support/wait-until.ts';
import { newMerchantId, sampleIntent } from './sample-intent.ts';
import { newId } from './sample-rows.ts';

export interface OpenStores {
  stores: Stores;
  changes: Changes;
  /** Makes another database known as a data store. */
  addDataStore(): Promise<DataStoreId>;
  /** A data store whose database does not answer. */
  addUnreachable(): Promise<DataStoreId>;
  /** Waits until subscribers have heard of everything so far. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

/** A connection to this port is refused. */
const NOBODY = 'postgres://nobody@127.0.0.1:1/none';

function listDataStores() {
  const rows: DataStore[] = [];
  const add = (url: string): DataStoreId => {
    const id = newId('ds');
    rows.push({
      id,
      name: '',
      sealedUrl: plainVault.seal(url, ['data_stores.sealed_url', id]),
      createdAtMs: 0,
      isOpen: false,
    });
    return id;
  };
  const dataStores = {
    find: async (id: DataStoreId) => rows.find((row) => row.id === id),
    list: async () => [...rows],
  };
  return { dataStores, add };
}

async function openPostgres(serverUrl: string): Promise<OpenStores> {
  const { dataStores, add } = listDataStores();
  const mainUrl = await createMigrated(['data'], serverUrl);
  const options = {
    mainUrl,
    connectMsMax: CONNECT_MS_MAX,
    connectionsMax: 4,
    groupCommit: true,
    onBatch: () => undefined,
    outage: new Outage(),
  };
  const stores = new PostgresStores(options, { dataStores, vault: plainVault });
  const changes = new PostgresChanges(mainUrl, { dataStores, vault: plainVault, stores });
  await changes.start();
  return {
    stores,
    changes,
    addDataStore: async () => add(await createDatabase(serverUrl)),
    addUnreachable: async () => add(NOBODY),
    settle: () => hearOneMore(stores, changes),
    async close() {
      await changes.close();
      await stores.close();
    },
  };
}

/** Notices arrive in their order, so everything before has been heard when a new one is. */
async function hearOneMore(stores: Stores, changes: Changes): Promise<void> {
  const tenant: Tenant = { merchantId: newMerchantId(), dataStoreId: undefined, livemode: false };
  let isHeard = false;
  const stop = changes.subscribe(tenant, () => {
    isHeard = true;
  });
  const { intents } = await stores.of(tenant);
  await intents.insert(sampleIntent(), undefined);
  await waitUntil('a change is heard', () => isHeard);
  stop();
}

async function openMemory(): Promise<OpenStores> {
  const { dataStores, add } = listDataStores();
  const changes = new MemoryChanges();
  const publish = changes.publish.bind(changes);
  const stores = new MemoryStores({ dataStores, vault: plainVault, clock: { nowMs: Date.now }, publish });
  stores.unreachable.add(NOBODY);
  return {
    stores,
    changes,
    addDataStore: async () => add(`memory://${newId('ds')}`),
    addUnreachable: async () => add(NOBODY),
    settle: async () => undefined,
    close: async () => undefined,
  };
}

/** Every implementation of `Stores` and `Changes`. */
export const openableStores = () => implementations<OpenStores>(openPostgres, openMemory);
