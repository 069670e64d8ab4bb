import { describe, expect, it } from 'vitest';
import { createMemoryPorts } from '../../../test/memory/create-memory-ports.ts';
import { failureOf } from '../../../test/memory/failure-of.ts';
import { addDataStore } from './add-data-store.ts';

const URL = 'postgres://florin:secret@db.example/shop';

describe('addDataStore', () => {
  it('prepares the database, stores its sealed address and records it without the address', async () => {
    const ports = createMemoryPorts();
    const dataStore = await addDataStore(ports, { url: URL, name: 'Frankfurt', actor: 'cli' });
    const nowMs = ports.clock.nowMs();
    expect(dataStore).toMatchObject({ name: 'Frankfurt', createdAtMs: nowMs });
    expect(ports.vault.open(dataStore.sealedUrl, ['data_stores.sealed_url', dataStore.id])).toBe(URL);
    expect(await ports.dataStores.list()).toEqual([dataStore]);
    expect(ports.audit.entries).toEqual([
      {
        actor: 'cli',
        action: 'data_store.added',
        merchantId: undefined,
        subject: dataStore.id,
        details: { name: 'Frankfurt' },
        atMs: nowMs,
      },
    ]);
  });

  it('accepts both schemes of PostgreSQL and no other', async () => {
    const ports = createMemoryPorts();
    await expect(addDataStore(ports, { url: 'postgresql://db', name: '', actor: 'cli' })).resolves.toBeDefined();
    for (const url of ['mysql://db', 'db.example', '', ' postgres://db']) {
      const failure = await failureOf(ports, () => addDataStore(ports, { url, name: '', actor: 'cli' }));
      const message = expect.stringContaining('must look like postgres://');
      expect(failure).toMatchObject({ code: 'validation_failed', message });
    }
  });

  it('stores nothing when the database cannot be reached', async () => {
    const ports = createMemoryPorts();
    ports.stores.unreachable.add(URL);
    const failure = await failureOf(ports, () => addDataStore(ports, { url: URL, name: '', actor: 'cli' }));
    expect(failure).toMatchObject({ code: 'unavailable' });
  });
});
