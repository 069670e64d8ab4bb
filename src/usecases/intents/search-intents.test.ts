import { describe, expect, it } from 'vitest';
import { openShop } from '../../../test/memory/open-shop.ts';
import { searchIntents } from './search-intents.ts';

async function setUp() {
  const shop = await openShop();
  const ada = await shop.openIntent('0.5 SOL', { order_id: 'order-1' });
  shop.ports.clock.advance(1);
  const customer = { name: 'Eve', email: 'eve@example.com', phone_number: '' };
  const eve = await shop.openIntent('0.5 SOL', { customer, order_id: 'order-2' });
  const search = async (text: string, status?: 'canceled' | 'requires_payment') => {
    const page = await searchIntents(shop.store, { limit: 10, ...(status && { status }) }, text);
    return page.intents.map(({ id }) => id);
  };
  return { shop, ada, eve, search };
}

describe('searchIntents', () => {
  it('finds an intent by its id, an email address in any case, or an order id', async () => {
    const { ada, eve, search } = await setUp();
    expect(await search(`  ${ada.id} `)).toEqual([ada.id]);
    expect(await search('EVE@example.com')).toEqual([eve.id]);
    expect(await search('order-1')).toEqual([ada.id]);
    expect(await search('order-3')).toEqual([]);
  });

  it('lists everything for empty text', async () => {
    const { ada, eve, search } = await setUp();
    expect(await search('   ')).toEqual([eve.id, ada.id]);
  });

  it('applies the status to every kind of search', async () => {
    const { ada, search } = await setUp();
    for (const text of [ada.id, 'ada@example.com', 'order-1', '']) expect(await search(text, 'canceled')).toEqual([]);
    expect(await search(ada.id, 'requires_payment')).toEqual([ada.id]);
  });

  it('does not find the intent of another merchant by its id', async () => {
    const { shop, ada } = await setUp();
    const other = await openShop({ ports: shop.ports, name: 'other' });
    expect(await searchIntents(other.store, { limit: 10 }, ada.id)).toEqual({ intents: [], next: undefined });
  });

  it('says where the next page begins', async () => {
    const { shop, eve } = await setUp();
    expect((await searchIntents(shop.store, { limit: 1 }, '')).next).toBe(eve.id);
  });
});
