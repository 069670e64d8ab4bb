import { describe, expect, it } from 'vitest';
import { createMemoryPorts } from '../../../test/memory/create-memory-ports.ts';
import { failureOf } from '../../../test/memory/failure-of.ts';
import { makeId } from '../../domain/ids.ts';
import { UserError } from '../../domain/user-error.ts';
import { addDataStore } from './add-data-store.ts';
import { openStore } from './open-store.ts';

describe('openStore', () => {
  it('opens and closes a store once each, and records it', async () => {
    const ports = createMemoryPorts();
    const { id } = await addDataStore(ports, { url: 'postgres://db', name: 'Other', actor: 'cli' });
    for (const isOpen of [true, true, false, false]) {
      await openStore(ports, { id, isOpen, actor: 'cli' });
      expect((await ports.dataStores.find(id))?.isOpen).toBe(isOpen);
    }
    const actions = ports.audit.entries.map(({ action }) => action);
    expect(actions).toEqual(['data_store.added', 'data_store.opened', 'data_store.closed']);
  });

  it('rejects an unknown store', async () => {
    const ports = createMemoryPorts();
    const id = makeId('ds', 1, new Uint8Array(10));
    expect(await failureOf(ports, () => openStore(ports, { id, isOpen: true, actor: 'cli' }))).toBeInstanceOf(
      UserError,
    );
  });
});
