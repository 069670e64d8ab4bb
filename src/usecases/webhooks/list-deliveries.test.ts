import { describe, expect, it } from 'vitest';
import { failureOf } from '../../../test/memory/failure-of.ts';
import { openShop } from '../../../test/memory/open-shop.ts';
import { newId } from '../../../test/store/sample-rows.ts';
import { sampleDelivery } from '../../../test/store/sample-webhooks.ts';
import { eventIdOf } from '../../domain/events/event-id.ts';
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

  it('lists those of one intent, which follow from its history', async () => {
    const shop = await openShop();
    const [intent, other] = [await shop.openIntent(), await shop.openIntent()];
    const endpointId = newId('we');
    const rows = [intent, other, intent].map(({ id, createdAtMs }) =>
      sampleDelivery(endpointId, { eventId: eventIdOf(id, 1, createdAtMs) }),
    );
    await shop.store.deliveries.insert(rows);
    const [first, , third] = rows.map(({ id }) => id);
    const of = { intentId: intent.id };
    const list = async (more: object) => (await listDeliveries(shop.store, { of, limit: 9, ...more })).page;
    expect((await list({})).map(({ id }) => id)).toEqual([third, first]);
    expect((await list({ olderThan: third })).map(({ id }) => id)).toEqual([first]);
    expect(await list({ eventId: rows[1]?.eventId })).toEqual([]);
    expect(await list({ endpointId: newId('we') })).toEqual([]);
  });

  it.each([undefined, newId('pi')])('not_found: an unknown intent, %s', async (intentId) => {
    const { ports, store } = await openShop();
    const list = () => listDeliveries(store, { of: { intentId }, limit: 9 });
    expect(await failureOf(ports, list)).toMatchObject({ code: 'not_found' });
  });
});
