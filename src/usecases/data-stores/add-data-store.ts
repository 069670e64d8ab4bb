import { readDatabaseUrl } from '../../domain/database-url.ts';
import { Problem } from '../../domain/errors.ts';
import { makeId } from '../../domain/ids.ts';
import { UserError } from '../../domain/user-error.ts';
import type { DataStore } from '../../ports/data-stores.ts';
import type { Ports } from '../../ports/ports.ts';

/** Adds a PostgreSQL database as a data store. It is checked and migrated before it is recorded. */
export async function addDataStore(
  ports: Ports,
  input: { url: string; name: string; isOpen?: boolean; actor: string },
): Promise<DataStore> {
  checkUrl(input.url);
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

function checkUrl(url: string): void {
  try {
    readDatabaseUrl(url, 'The URL of a data store');
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    throw new Problem('validation_failed', error.message);
  }
}
