import { describe, expect, it } from 'vitest';
import { openShop } from '../../../test/memory/open-shop.ts';
import { sampleItem } from '../../../test/memory/sample-item.ts';
import { listItems } from './list-items.ts';

async function setUp(...ids: string[]) {
  const { store } = await openShop();
  const items = ids.map((itemId) => sampleItem(itemId, '1 USD'));
  await store.items.put(items, 0);
  const list = async (after: string | undefined, limit: number) => {
    const page = await listItems(store, { after, limit });
    return { ids: page.items.map(({ itemId }) => itemId), next: page.next };
  };
  return list;
}

describe('listItems', () => {
  it('lists by id and says where the next page begins', async () => {
    const list = await setUp('c', 'a', 'd', 'b');
    expect(await list(undefined, 3)).toEqual({ ids: ['a', 'b', 'c'], next: 'c' });
    expect(await list('c', 3)).toEqual({ ids: ['d'], next: undefined });
  });

  it('has no next page when the last one is exactly full, or there is nothing', async () => {
    const list = await setUp('a', 'b');
    expect(await list(undefined, 2)).toEqual({ ids: ['a', 'b'], next: undefined });
    expect(await list('b', 2)).toEqual({ ids: [], next: undefined });
  });
});
