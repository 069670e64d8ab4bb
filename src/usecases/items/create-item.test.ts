import { describe, expect, it } from 'vitest';
import { failureOf } from '../../../test/memory/failure-of.ts';
import { openShop } from '../../../test/memory/open-shop.ts';
import { sampleItem } from '../../../test/memory/sample-item.ts';
import { createItem } from './create-item.ts';

const MUG = sampleItem('mug', '1200 USD', 'Mug');

describe('createItem', () => {
  it('stores the item with the time', async () => {
    const { ports, store } = await openShop();
    const stored = { ...MUG, updatedAtMs: ports.clock.nowMs() };
    expect(await createItem(ports, store, MUG)).toEqual(stored);
    expect(await store.items.find(['mug'])).toEqual([stored]);
  });

  it('answers item_exists for an id that is taken, and leaves that item as it is', async () => {
    const { ports, store } = await openShop();
    await createItem(ports, store, MUG);
    const failure = await failureOf(ports, () => createItem(ports, store, { ...MUG, name: 'Cup' }));
    expect(failure).toMatchObject({ code: 'item_exists' });
  });

  it('lets other merchants use the same id', async () => {
    const { ports, store } = await openShop();
    const other = await openShop({ ports, name: 'other' });
    await createItem(ports, store, MUG);
    await expect(createItem(ports, other.store, MUG)).resolves.toBeDefined();
  });
});
