import { readDatabaseUrl } from '../../domain/database-url.ts';
import { makeId } from '../../domain/ids.ts';
import type { DataStore } from '../../ports/data-stores.ts';
import type { Ports } from '../../ports/ports.ts';

/** Adds a PostgreSQL database as a data store. It is checked and migrated before it is recorded. */
export async function addDataStore(
  ports: Ports,
  input: { url: string; name: string; isOpen?: boolean; actor: string },
): Promise<DataStore> {
  readDatabaseUrl(input.url, 'The URL of a data store');
  await ports.stores.prepare(input.url);
  const nowMs = ports.clock.nowMs();
  const id = makeId('ds', nowMs, ports.random.bytes(10));
  const dataStore = {
    id,
    name: input.name,
    sealedUrl: ports.vault.seal(input.url, ['data_stores.sealed_url', id]),
    createdAtMs: nowMs,
    isOpen: input.isOpen ?? false,
  };
  await ports.dataStores.insert(dataStore, {
    actor: input.actor,
    action: 'data_store.added',
    merchantId: undefined,
    subject: dataStore.id,
    details: { name: input.name },
    atMs: nowMs,
  });
  return dataStore;
}
