import { describe, expect, it } from 'vitest';
import { failureOf } from '../../../test/memory/failure-of.ts';
import { openShop } from '../../../test/memory/open-shop.ts';
import { newId } from '../../../test/store/sample-rows.ts';
import { sampleDelivery } from '../../../test/store/sample-webhooks.ts';
import { getDelivery } from './get-delivery.ts';

describe('getDelivery', () => {
  it('returns what is sent', async () => {
    const { store } = await openShop();
    const row = sampleDelivery(newId('we'));
    await store.deliveries.insert([row]);
    expect(await getDelivery(store, row.id)).toEqual({ delivery: row, attempts: [] });
  });

  it.each([undefined, newId('dlv')])('not_found: %s', async (id) => {
    const { ports, store } = await openShop();
    expect(await failureOf(ports, () => getDelivery(store, id))).toMatchObject({ code: 'not_found' });
  });

  it('not_found: a delivery of another merchant, or of the other mode', async () => {
    const shop = await openShop();
    const row = sampleDelivery(newId('we'));
    await shop.store.deliveries.insert([row]);
    const { store } = await openShop({ ports: shop.ports, name: 'other' });
    const live = shop.ports.stores.main.bind(shop.tenant.merchantId, true);
    for (const foreign of [store, live]) {
      expect(await failureOf(shop.ports, () => getDelivery(foreign, row.id))).toMatchObject({ code: 'not_found' });
    }
  });
});
