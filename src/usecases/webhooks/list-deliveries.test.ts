import { describe, expect, it } from 'vitest';
import { openShop } from '../../../test/memory/open-shop.ts';
import { newId } from '../../../test/store/sample-rows.ts';
import { sampleDelivery } from '../../../test/store/sample-webhooks.ts';
import { listDeliveries } from './list-deliveries.ts';

async function setUp(count: number) {
  const { store } = await openShop();
  const endpointId = newId('we');
  const rows = Array.from({ length: count }, () => sampleDelivery(endpointId));
  await store.deliveries.insert(rows);
  return { store, endpointId, ids: rows.map(({ id }) => id).toReversed() };
}

describe('listDeliveries', () => {
  it('lists the newest first and says where the next page begins', async () => {
    const { store, ids } = await setUp(3);
    const first = await listDeliveries(store, { limit: 2 });
    expect([first.page.map(({ id }) => id), first.next]).toEqual([ids.slice(0, 2), ids[1]]);
    const second = await listDeliveries(store, { limit: 2, olderThan: first.next });
    expect([second.page.map(({ id }) => id), second.next]).toEqual([ids.slice(2), undefined]);
  });

  it('has no next page when the last one is exactly full', async () => {
    const { store } = await setUp(2);
    expect((await listDeliveries(store, { limit: 2 })).next).toBeUndefined();
  });

  it('filters', async () => {
    const { store, endpointId } = await setUp(2);
    expect((await listDeliveries(store, { limit: 9, endpointId })).page).toHaveLength(2);
    expect((await listDeliveries(store, { limit: 9, endpointId: newId('we') })).page).toEqual([]);
    expect((await listDeliveries(store, { limit: 9, state: 'failed' })).page).toEqual([]);
  });
});
