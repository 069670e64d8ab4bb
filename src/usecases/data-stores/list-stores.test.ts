import { describe, expect, it } from 'vitest';
import { openShop } from '../../../test/memory/open-shop.ts';
import type { Stores } from '../../ports/stores.ts';
import { addDataStore } from './add-data-store.ts';
import { listStores } from './list-stores.ts';

const STATE = { sizeBytes: 0, eventLagMs: 0, scanLagMs: undefined };

/** Data stores that are measured in another way. */
const measuredBy = (stores: Stores, measure: Stores['measure']): Stores =>
  Object.assign(Object.create(stores) as Stores, { measure });

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

  it.each([
    ['how far the network that is furthest behind was scanned', -1_200, 1_200],
    ['no negative lag, if the clock of a network is ahead', 1_200, 0],
  ])('measures %s', async (_, aheadMs, scanLagMs) => {
    const { ports } = await openShop();
    const scannedUntilMs = ports.clock.nowMs() + aheadMs;
    const stores = measuredBy(ports.stores, async () => ({ sizeBytes: 5, eventLagMs: 7, scannedUntilMs }));
    expect(await listStores({ ...ports, stores })).toMatchObject([
      { state: { sizeBytes: 5, eventLagMs: 7, scanLagMs } },
    ]);
  });

  it('waits for no database longer than it is told to', async () => {
    const { ports } = await openShop();
    await addDataStore(ports, { url: 'postgres://silent', name: 'Silent', actor: 'cli' });
    const patience = new AbortController();
    const stores = measuredBy(ports.stores, async (id) => {
      if (id !== undefined) return new Promise(() => undefined);
      // After everything that was about to happen.
      setImmediate(() => patience.abort());
      return ports.stores.measure(id);
    });
    expect(await listStores({ ...ports, stores }, patience.signal)).toMatchObject([
      { state: STATE },
      { name: 'Silent', state: undefined },
    ]);
  });
});
