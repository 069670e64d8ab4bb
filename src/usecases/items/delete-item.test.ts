import { describe, expect, it } from 'vitest';
import { failureOf } from '../../../test/memory/failure-of.ts';
import { openShop } from '../../../test/memory/open-shop.ts';
import { sampleItem } from '../../../test/memory/sample-item.ts';
import { createItem } from './create-item.ts';
import { deleteItem } from './delete-item.ts';

const MUG = sampleItem('mug', '1200 USD', 'Mug');

describe('deleteItem', () => {
  it('deletes an item once, then answers not_found', async () => {
    const { ports, store } = await openShop();
    await createItem(ports, store, MUG);
    await deleteItem(store, 'mug');
    expect(await store.items.find(['mug'])).toEqual([]);
    expect(await failureOf(ports, () => deleteItem(store, 'mug'))).toMatchObject({ code: 'not_found' });
  });

  it('answers not_found for another merchant’s item', async () => {
    const { ports, store } = await openShop();
    const other = await openShop({ ports, name: 'other' });
    await createItem(ports, store, MUG);
    expect(await failureOf(ports, () => deleteItem(other.store, 'mug'))).toMatchObject({ code: 'not_found' });
  });
});
