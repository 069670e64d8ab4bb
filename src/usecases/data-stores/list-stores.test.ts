import { describe, expect, it } from 'vitest';
import { openShop } from '../../../test/memory/open-shop.ts';
import { addDataStore } from './add-data-store.ts';
import { listStores } from './list-stores.ts';

const STATE = { sizeBytes: 0, eventLagMs: 0, scannedUntilMs: undefined };

describe('listStores', () => {
  it('lists the main database and the others with their merchants and how they are doing', async () => {
    const { ports } = await openShop();
    expect(await listStores(ports)).toEqual([
      { id: undefined, name: 'main', isOpen: true, merchants: 1, state: STATE },
    ]);
    const { id } = await addDataStore(ports, { url: 'postgres://away', name: 'Other', isOpen: true, actor: 'cli' });
    ports.stores.unreachable.add('postgres://away');
    expect(await listStores(ports)).toEqual([
      { id: undefined, name: 'main', isOpen: false, merchants: 1, state: STATE },
      { id, name: 'Other', isOpen: true, merchants: 0, state: undefined },
    ]);
  });
});
