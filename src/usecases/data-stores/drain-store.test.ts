import { describe, expect, it } from 'vitest';
import { FakeMover } from '../../../test/memory/fake-mover.ts';
import { openShop } from '../../../test/memory/open-shop.ts';
import { type DataStoreId, makeId } from '../../domain/ids.ts';
import { UserError } from '../../domain/user-error.ts';
import { createMerchant } from '../merchants/create-merchant.ts';
import { addDataStore } from './add-data-store.ts';
import { drainStore } from './drain-store.ts';

async function setUp() {
  const { ports, tenant } = await openShop();
  const add = async (isOpen: boolean) =>
    (await addDataStore(ports, { url: 'postgres://db', name: 'Other', isOpen, actor: 'cli' })).id;
  let shops = 0;
  const open = async () => {
    shops += 1;
    const owner = { name: 'Shop', email: `shop${shops}@example.com`, password: 'correct horse battery', actor: 'cli' };
    return (await createMerchant(ports, owner)).merchant;
  };
  const { moves } = ports;
  const mover = new FakeMover();
  const drain = (id: DataStoreId | undefined) =>
    drainStore({ ...ports, mover }, { id, actor: 'cli', report: () => undefined });
  const list = async () => (await ports.merchants.list()).map(({ dataStoreId }) => dataStoreId);
  return { ports, tenant, add, open, moves, mover, drain, list };
}

describe('drainStore', () => {
  it('closes the store and spreads its merchants over the open ones', async () => {
    const { ports, add, open, drain, list } = await setUp();
    const full = await add(true);
    expect([(await open()).dataStoreId, (await open()).dataStoreId]).toEqual([full, full]);
    // Of two that are equally full, the one with the lower ID is taken.
    const [one, two] = [await add(true), await add(true)].toSorted();
    expect((await drain(full)).map(({ to }) => to)).toEqual([one, two]);
    expect(await list()).toEqual([undefined, one, two]);
    expect((await ports.dataStores.find(full))?.isOpen).toBe(false);
    expect(ports.audit.entries.map(({ action }) => action)).toContain('data_store.closed');
    expect(await drain(full)).toEqual([]);
  });

  it('takes the main database if no store is open, and cannot empty that one then', async () => {
    const { add, open, drain, list } = await setUp();
    const full = await add(true);
    await open();
    await drain(full);
    expect(await list()).toEqual([undefined, undefined]);
    await expect(drain(undefined)).rejects.toBeInstanceOf(UserError);
    const other = await add(true);
    await drain(undefined);
    expect(await list()).toEqual([other, other]);
  });

  it('finishes moves that were interrupted after their switch', async () => {
    const { ports, tenant, add, moves, mover, drain } = await setUp();
    const [from, to] = [await add(false), undefined];
    await moves.start({ id: 'dead', merchantId: tenant.merchantId, from, to, state: 'switched', startedAtMs: 0 });
    expect(await drain(from)).toEqual([]);
    expect(mover.calls).toEqual(['cleanUp']);
    expect(await moves.list()).toEqual([]);
    expect((await ports.merchants.find(tenant.merchantId))?.dataStoreId).toBeUndefined();
  });

  it('rejects an unknown store', async () => {
    const { drain } = await setUp();
    await expect(drain(makeId('ds', 1, new Uint8Array(10)))).rejects.toBeInstanceOf(UserError);
  });
});
