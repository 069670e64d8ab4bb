import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Problem } from '../../src/domain/errors.ts';
import { LIMITS } from '../../src/domain/limits.ts';
import type { ItemStore } from '../../src/ports/items.ts';
import { sampleItem } from '../memory/sample-item.ts';
import { type EngineDatabase, engineDatabases } from './engine-databases.ts';
import { newMerchantId } from './sample-intent.ts';

const item = (itemId: string, unitAmount = 1) => sampleItem(itemId, `${unitAmount} EUR`);

const byId = (one: { itemId: string }, other: { itemId: string }) => (one.itemId < other.itemId ? -1 : 1);

describe.each(engineDatabases())('items on $name', ({ open }) => {
  let opened: EngineDatabase;
  let items: ItemStore;
  beforeAll(async () => {
    opened = await open();
  });
  beforeEach(() => {
    items = opened.bind(newMerchantId(), false).items;
  });
  afterAll(() => opened.close());

  const ids = async (page: Parameters<ItemStore['list']>[0]) => (await items.list(page)).map(({ itemId }) => itemId);

  it('stores items, overwrites them and returns them by id', async () => {
    expect(await items.insert(item('b'), 1_000)).toBe(true);
    expect(await items.insert(item('b', 2), 2_000)).toBe(false);
    expect(await items.find(['b'])).toEqual([{ ...item('b'), updatedAtMs: 1_000 }]);
    expect(await items.put([item('c'), item('a', LIMITS.amountMax), item('b', 3)], 3_000)).toBe(2);
    expect(await items.list({ after: undefined, limit: 2 })).toEqual([
      { ...item('a', LIMITS.amountMax), updatedAtMs: 3_000 },
      { ...item('b', 3), updatedAtMs: 3_000 },
    ]);
    expect(await ids({ after: 'b', limit: 2 })).toEqual(['c']);
    expect((await items.find(['c', 'z'])).map(({ itemId }) => itemId)).toEqual(['c']);
    expect(await items.find([])).toEqual([]);
    expect([await items.remove('c'), await items.remove('c')]).toEqual([true, false]);
  });

  it('gives each of many requests at the same time its own items', async () => {
    const merchants = [newMerchantId(), newMerchantId()];
    const catalogs = merchants.flatMap((id) => [opened.bind(id, false).items, opened.bind(id, true).items]);
    for (const [place, catalog] of catalogs.entries()) await catalog.put([item('a', place), item('true a', place)], 0);
    const wanted = [['a'], ['true a', 'none'], ['none'], ['true a', 'a'], []];
    const asked = catalogs.flatMap((catalog, place) => wanted.map((itemIds) => ({ catalog, place, itemIds })));
    const found = await Promise.all(asked.map(({ catalog, itemIds }) => catalog.find(itemIds)));
    const existing = asked.map(({ place, itemIds }) =>
      itemIds.filter((itemId) => itemId !== 'none').map((itemId) => item(itemId, place)),
    );
    expect(found.map((several) => several.toSorted(byId))).toMatchObject(
      existing.map((several) => several.toSorted(byId)),
    );
  });

  it('orders ids by their bytes', async () => {
    const order = ['A', 'Z', 'a', 'é', '\uffee', '😀'];
    await items.put(
      order.toReversed().map((id) => item(id)),
      0,
    );
    expect(await ids({ after: undefined, limit: 10 })).toEqual(order);
    expect(await ids({ after: 'Z', limit: 2 })).toEqual(['a', 'é']);
  });

  it('puts all or none', async () => {
    await expect(items.put([item('a'), item('b'), item('a')], 0)).rejects.toThrow();
    expect(await ids({ after: undefined, limit: 10 })).toEqual([]);
  });

  it('lets one of many inserts of an id through, and counts it as new once', async () => {
    const inserted = await Promise.all(Array.from({ length: 8 }, (_, place) => items.insert(item('one', place), 0)));
    expect(inserted.filter(Boolean)).toHaveLength(1);
    // A slow disk can make a writer wait longer for the rows than the database lets it, and nothing is written then.
    const put = (): Promise<number> =>
      items.put([item('two'), item('three')], 0).catch((error: unknown) => {
        if (error instanceof Problem && error.code === 'unavailable') return put();
        throw error;
      });
    const created = await Promise.all(Array.from({ length: 8 }, put));
    expect(created.reduce((sum, count) => sum + count, 0)).toBe(2);
  });

  it('shows a merchant or mode no item of another', async () => {
    const merchantId = newMerchantId();
    const mine = opened.bind(merchantId, false).items;
    await mine.insert(item('mine'), 0);
    for (const { items: others } of [opened.bind(newMerchantId(), false), opened.bind(merchantId, true)]) {
      expect(await others.find(['mine'])).toEqual([]);
      expect(await others.list({ after: undefined, limit: 10 })).toEqual([]);
      expect(await others.remove('mine')).toBe(false);
      expect(await others.insert(item('mine', 2), 0)).toBe(true);
    }
    expect(await mine.find(['mine'])).toEqual([{ ...item('mine'), updatedAtMs: 0 }]);
  });
});
