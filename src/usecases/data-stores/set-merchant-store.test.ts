import { describe, expect, it } from 'vitest';
import { failureOf } from '../../../test/memory/failure-of.ts';
import { openShop } from '../../../test/memory/open-shop.ts';
import { sampleItem } from '../../../test/memory/sample-item.ts';
import { sampleEndpoint, sampleRecord } from '../../../test/store/sample-webhooks.ts';
import { type DataStoreId, makeId } from '../../domain/ids.ts';
import { LIMITS } from '../../domain/limits.ts';
import { UserError } from '../../domain/user-error.ts';
import { dispatchEvents } from '../events/dispatch-events.ts';
import { relayEvents } from '../events/relay-events.ts';
import { authenticateKey } from '../keys/authenticate-key.ts';
import { addDataStore } from './add-data-store.ts';
import { setMerchantStore } from './set-merchant-store.ts';

async function setUp() {
  const shop = await openShop();
  const { ports, tenant } = shop;
  const { id } = await addDataStore(ports, { url: 'postgres://db', name: 'Other', actor: 'cli' });
  const { merchantId } = tenant;
  const set = (dataStoreId: DataStoreId | undefined) =>
    setMerchantStore(ports, { merchantId, dataStoreId, actor: 'cli' });
  const find = () => ports.merchants.find(merchantId);
  return { shop, ports, merchantId, id, set, find };
}

describe('setMerchantStore', () => {
  it('moves a merchant without data, ends the pause and records it', async () => {
    const { ports, merchantId, id, set, find } = await setUp();
    await set(id);
    expect(await find()).toMatchObject({ dataStoreId: id, pausedUntilMs: undefined });
    expect(ports.audit.entries.at(-1)).toEqual({
      actor: 'cli',
      action: 'merchant.store_set',
      merchantId,
      subject: merchantId,
      details: { from: 'main', to: id },
      atMs: ports.clock.nowMs(),
    });
    await set(undefined);
    expect((await find())?.dataStoreId).toBeUndefined();
    expect(ports.audit.entries.at(-1)?.details).toEqual({ from: id, to: 'main' });
  });

  it('takes the events of the merchant along, and their numbers go on', async () => {
    const { shop, ports, merchantId, id, set } = await setUp();
    const dispatch = async (dataStoreId: DataStoreId | undefined) => {
      await relayEvents(ports);
      await dispatchEvents(ports, await ports.stores.eventDispatchOf(dataStoreId));
    };
    await shop.addWallet('solana-devnet');
    await dispatch(undefined);
    await shop.addWallet('bitcoin-regtest');
    await relayEvents(ports);
    await set(id);
    await shop.addWallet('solana-devnet', 'another');
    await dispatch(id);
    const moved = await ports.stores.of({ merchantId, livemode: false, dataStoreId: id });
    const networks = (await moved.events.list({ after: 0, limit: 10 })).map(({ number, subject }) => [
      number,
      'object' in subject && subject.object['network'],
    ]);
    expect(networks).toEqual([
      [1, 'solana-devnet'],
      [2, 'bitcoin-regtest'],
      [3, 'solana-devnet'],
    ]);
    await dispatch(undefined);
    expect(await shop.store.events.lastNumber()).toBe(1);
    await set(undefined);
    expect(await shop.store.events.lastNumber()).toBe(3);
    expect(await shop.store.events.list({ after: 0, limit: 10 })).toHaveLength(3);
  });

  it('serves no request of the merchant while processes still know the old store', async () => {
    const { shop, ports, id, find } = await setUp();
    const { key, privateKey } = shop.made;
    const credentials = { publicKey: key.publicKey, authorization: `Bearer ${privateKey}`, address: '::1' };
    let sleptMs = 0;
    const sleep = async (ms: number) => {
      sleptMs = ms;
      ports.clock.advance(ms);
      expect((await find())?.pausedUntilMs).toBeGreaterThan(ports.clock.nowMs());
      await expect(authenticateKey(ports, credentials)).rejects.toMatchObject({ code: 'unavailable' });
    };
    const clock = { nowMs: ports.clock.nowMs, sleep };
    const { merchantId } = shop.tenant;
    await setMerchantStore({ ...ports, clock }, { merchantId, dataStoreId: id, actor: 'cli' });
    expect(sleptMs).toBeGreaterThanOrEqual(LIMITS.keyCacheMs + LIMITS.principalCacheMs + LIMITS.answerMsMax);
    await expect(authenticateKey(ports, credentials)).resolves.toMatchObject({ dataStoreId: id });
  });

  it('does nothing when the merchant has this store already', async () => {
    const { ports, set } = await setUp();
    const before = ports.snapshot();
    await set(undefined);
    expect(ports.snapshot()).toEqual(before);
  });

  it('rejects an unknown merchant and an unknown store', async () => {
    const { ports, id, set } = await setUp();
    const merchantId = makeId('mer', 1, new Uint8Array(10));
    const unknown = () => setMerchantStore(ports, { merchantId, dataStoreId: id, actor: 'cli' });
    expect(await failureOf(ports, unknown)).toBeInstanceOf(UserError);
    expect(await failureOf(ports, () => set(makeId('ds', 1, new Uint8Array(10))))).toBeInstanceOf(UserError);
  });

  it('rejects a merchant that has an intent, an item or an endpoint, without a pause', async () => {
    const [withIntent, withItem, withEndpoint] = [await setUp(), await setUp(), await setUp()];
    await withEndpoint.shop.store.endpoints.insert(sampleEndpoint(), 20, sampleRecord('webhook_endpoint.created'));
    await withIntent.shop.openIntent();
    await withItem.shop.store.items.insert(sampleItem('mug', '1 USD'), 0);
    for (const { ports, id, set } of [withIntent, withItem, withEndpoint]) {
      expect(await failureOf(ports, () => set(id))).toBeInstanceOf(UserError);
    }
  });

  it('ends the pause and rejects when data arrives during the wait', async () => {
    const { shop, ports, merchantId, id, find } = await setUp();
    const sleep = async () => void (await shop.openIntent());
    const clock = { nowMs: ports.clock.nowMs, sleep };
    const moved = setMerchantStore({ ...ports, clock }, { merchantId, dataStoreId: id, actor: 'cli' });
    await expect(moved).rejects.toBeInstanceOf(UserError);
    expect(await find()).toMatchObject({ dataStoreId: undefined, pausedUntilMs: undefined });
    expect(ports.audit.entries.at(-1)?.action).not.toBe('merchant.store_set');
  });
});
