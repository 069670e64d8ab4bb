import { describe, expect, it } from 'vitest';
import { openShop } from '../../../test/memory/open-shop.ts';
import { listIntents } from './list-intents.ts';

async function setUp(count: number) {
  const shop = await openShop();
  const ids = [];
  for (let opened = 0; opened < count; opened += 1) {
    shop.ports.clock.advance(1);
    ids.unshift((await shop.openIntent(opened % 2 === 0 ? '0.5 SOL' : '0.5 BTC')).id);
  }
  return { store: shop.store, ids };
}

describe('listIntents', () => {
  it('lists the newest first and says where the next page begins', async () => {
    const { store, ids } = await setUp(5);
    const first = await listIntents(store, { limit: 2 });
    expect([first.intents.map(({ id }) => id), first.next]).toEqual([ids.slice(0, 2), ids[1]]);
    const second = await listIntents(store, { limit: 2, ...(first.next && { olderThan: first.next }) });
    expect([second.intents.map(({ id }) => id), second.next]).toEqual([ids.slice(2, 4), ids[3]]);
  });

  it('has no next page when the last one is exactly full', async () => {
    const { store, ids } = await setUp(3);
    const page = await listIntents(store, { limit: 3 });
    expect([page.intents.map(({ id }) => id), page.next]).toEqual([ids, undefined]);
  });

  it('filters, and is empty where nothing fits', async () => {
    const { store, ids } = await setUp(3);
    const page = await listIntents(store, { limit: 10, asset: 'BTC' });
    expect(page.intents.map(({ id }) => id)).toEqual([ids[1]]);
    expect(await listIntents(store, { limit: 10, status: 'canceled' })).toEqual({ intents: [], next: undefined });
  });
});
