import { describe, expect, it } from 'vitest';
import { openShop, type Shop } from '../../../test/memory/open-shop.ts';
import { makeId } from '../../domain/ids.ts';
import { dispatchEvents } from './dispatch-events.ts';
import { relayEvents } from './relay-events.ts';

const dispatch = ({ ports }: Shop) => dispatchEvents(ports, ports.stores.main.eventDispatch);

const namesOf = async ({ store }: Shop) =>
  (await store.events.list({ after: 0, limit: 100 })).map(({ type, subject }) =>
    'object' in subject ? `${type} ${String(subject.object['change'])}` : type,
  );

describe('relaying events of the control plane', () => {
  it('copies each to the database of its merchant, once', async () => {
    const shop = await openShop();
    await shop.addWallet('solana-devnet');
    await relayEvents(shop.ports);
    await relayEvents(shop.ports);
    await dispatch(shop);
    expect(await namesOf(shop)).toEqual(['wallet.changed added']);
    expect(await shop.ports.outgoingEvents.listWaiting(10)).toEqual([]);
  });

  it('copies again what it could not mark, under the same ID', async () => {
    const shop = await openShop();
    await shop.addWallet('solana-devnet');
    const { outgoingEvents } = shop.ports;
    const dying = { ...outgoingEvents, markRelayed: () => Promise.reject(new Error('killed')) };
    await expect(relayEvents({ ...shop.ports, outgoingEvents: dying })).rejects.toBeInstanceOf(AggregateError);
    await dispatch(shop);
    await relayEvents(shop.ports);
    await dispatch(shop);
    expect(await namesOf(shop)).toEqual(['wallet.changed added']);
  });

  it('does not wait for a database that does not respond', async () => {
    const near = await openShop();
    const { ports } = near;
    const far = await openShop({ ports, name: 'far' });
    const url = 'memory://far';
    const id = makeId('ds', 1, new Uint8Array(10));
    const sealedUrl = ports.vault.seal(url, ['data_stores.sealed_url', id]);
    const audit = { actor: 'test', action: 'test', merchantId: undefined, subject: '', details: {}, atMs: 0 };
    await ports.dataStores.insert({ id, name: 'far', sealedUrl, createdAtMs: 0, isOpen: false }, audit);
    await ports.merchants.setDataStore(far.tenant.merchantId, id, audit);
    await far.addWallet('solana-devnet', 'far');
    await near.addWallet('solana-devnet', 'near');
    ports.stores.unreachable.add(url);
    await expect(relayEvents(ports)).rejects.toThrow('some databases');
    await dispatch(near);
    expect(await namesOf(near)).toEqual(['wallet.changed added']);
    expect(await ports.outgoingEvents.listWaiting(10)).toMatchObject([{ merchantId: far.tenant.merchantId }]);
    ports.stores.unreachable.clear();
    await relayEvents(ports);
    await dispatchEvents(ports, await ports.stores.eventDispatchOf(id));
    const store = await ports.stores.of({ ...far.tenant, dataStoreId: id });
    expect(await store.events.lastNumber()).toBe(1);
  });
});
