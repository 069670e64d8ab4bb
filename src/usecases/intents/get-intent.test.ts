import { describe, expect, it } from 'vitest';
import { openShop } from '../../../test/memory/open-shop.ts';
import { getIntent } from './get-intent.ts';

describe('getIntent', () => {
  it('finds an intent of the merchant and mode', async () => {
    const shop = await openShop();
    const intent = await shop.openIntent();
    expect(await getIntent(shop.store, intent.id)).toEqual(intent);
  });

  it('answers not_found for no id, another merchant’s intent and one of the other mode', async () => {
    const shop = await openShop();
    const intent = await shop.openIntent();
    const other = await openShop({ ports: shop.ports, name: 'other' });
    const live = shop.ports.stores.main.bind(shop.tenant.merchantId, true);
    for (const [store, id] of [
      [shop.store, undefined],
      [other.store, intent.id],
      [live, intent.id],
    ] as const) {
      await expect(getIntent(store, id)).rejects.toMatchObject({ code: 'not_found' });
    }
  });
});
