import { describe, expect, it } from 'vitest';
import { failureOf } from '../../../test/memory/failure-of.ts';
import { openEndpoint } from '../../../test/memory/open-endpoint.ts';
import { openShop } from '../../../test/memory/open-shop.ts';
import { changeEndpoint } from './change-endpoint.ts';
import { getEnabledEndpoint, getEndpoint } from './get-endpoint.ts';

describe('getEndpoint', () => {
  it('returns an endpoint, and answers not_found for another merchant’s and for none', async () => {
    const shop = await openShop();
    const { endpoint } = await openEndpoint(shop);
    const other = await openShop({ ports: shop.ports, name: 'other' });
    expect(await getEndpoint(shop.store, endpoint.id)).toEqual(endpoint);
    for (const id of [endpoint.id, undefined])
      expect(await failureOf(shop.ports, () => getEndpoint(other.store, id))).toMatchObject({ code: 'not_found' });
  });
});

describe('getEnabledEndpoint', () => {
  it('answers invalid_state for a disabled endpoint', async () => {
    const shop = await openShop();
    const { ports, store } = shop;
    const { id } = (await openEndpoint(shop)).endpoint;
    expect(await getEnabledEndpoint(store, id)).toMatchObject({ id });
    await changeEndpoint(ports, store, { id, livemode: false, status: 'disabled', actor: 'usr' });
    expect(await failureOf(ports, () => getEnabledEndpoint(store, id))).toMatchObject({ code: 'invalid_state' });
  });
});
