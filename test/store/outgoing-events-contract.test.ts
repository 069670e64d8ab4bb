import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MerchantId } from '../../src/domain/ids.ts';
import type { MerchantEvent } from '../../src/ports/merchant-event.ts';
import type { StoredWallet } from '../../src/ports/wallets.ts';
import { controlPlanes, type OpenControlPlane } from './control-planes.ts';
import { insertAccount, NOW_MS, newHash, newId, sampleAudit, sampleKey } from './sample-rows.ts';

describe.each(controlPlanes())('outgoing events in $name', ({ open }) => {
  let opened: OpenControlPlane;
  let merchantId: MerchantId;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened.close());
  beforeEach(async () => {
    await opened.empty();
    merchantId = (await insertAccount(opened.control)).merchant.id;
  });

  const waiting = () => opened.control.outgoingEvents.listWaiting(100);

  const sample = (more: Partial<MerchantEvent> = {}): MerchantEvent => ({
    id: newId('evt'),
    merchantId,
    livemode: false,
    type: 'api_key.expiring',
    object: { zebra: 1, id: 'key_1' },
    atMs: NOW_MS,
    ...more,
  });

  const wallet = (more: Partial<StoredWallet> = {}): StoredWallet => ({
    id: newId('wal'),
    merchantId,
    livemode: true,
    network: 'bitcoin',
    kind: 'extended_key',
    sealedText: 'sealed',
    fingerprint: newHash(),
    nextIndex: 0,
    createdAtMs: NOW_MS,
    effectiveAtMs: NOW_MS + 5_000,
    removedAtMs: undefined,
    releasedAtMs: undefined,
    ...more,
  });

  const insertWallet = (one: StoredWallet, atMs = one.createdAtMs) =>
    opened.control.wallets.insert(one, sampleAudit('wallet.changed', { atMs }));

  const changesOf = async () =>
    (await waiting()).map(({ object, atMs }) => [object['change'], object['id'], atMs - NOW_MS]);

  it('wait in order, at most so many per merchant, until they are relayed', async () => {
    const { outgoingEvents } = opened.control;
    const [late, early, third] = [sample({ atMs: NOW_MS + 2 }), sample(), sample({ atMs: NOW_MS + 3 })];
    const other = sample({ merchantId: newId('mer'), livemode: true, atMs: NOW_MS + 1 });
    await outgoingEvents.add([late, early, third, other]);
    expect(await waiting()).toEqual([early, other, late, third]);
    expect(await outgoingEvents.listWaiting(1)).toEqual([early, other]);
    expect(JSON.stringify((await waiting())[0]?.object)).toBe(JSON.stringify(early.object));
    await outgoingEvents.markRelayed([early.id, other.id], NOW_MS + 9);
    expect(await waiting()).toEqual([late, third]);
  });

  it('count once by their ID, also after they were relayed', async () => {
    const { outgoingEvents } = opened.control;
    const event = sample();
    await outgoingEvents.add([event]);
    await outgoingEvents.add([{ ...event, object: {} }]);
    expect(await waiting()).toEqual([event]);
    await outgoingEvents.markRelayed([event.id], NOW_MS);
    await outgoingEvents.add([event]);
    expect(await waiting()).toEqual([]);
  });

  it('are deleted after a time if they were relayed', async () => {
    const { outgoingEvents } = opened.control;
    const [old, relayed, recent] = [sample(), sample(), sample({ atMs: NOW_MS + 1 })];
    await outgoingEvents.add([old, relayed, recent]);
    await outgoingEvents.markRelayed([relayed.id, recent.id], NOW_MS);
    await outgoingEvents.deleteRelayed(NOW_MS + 1);
    await outgoingEvents.add([relayed, recent]);
    expect((await waiting()).map(({ id }) => id)).toEqual([old.id, relayed.id].sort());
  });

  describe('of a wallet', () => {
    it('say that it was added, and when it is used', async () => {
      const added = wallet();
      await insertWallet(added);
      expect(await waiting()).toMatchObject([
        {
          merchantId,
          livemode: true,
          type: 'wallet.changed',
          atMs: NOW_MS,
          object: {
            id: added.id,
            object: 'wallet',
            livemode: true,
            network: 'bitcoin',
            kind: 'extended_key',
            change: 'added',
            created_at: new Date(NOW_MS).toISOString(),
            effective_at: new Date(NOW_MS + 5_000).toISOString(),
            removed_at: null,
            released_at: null,
          },
        },
      ]);
      expect(JSON.stringify(await waiting())).not.toContain('sealed');
      expect(JSON.stringify(await waiting())).not.toContain(added.fingerprint);
    });

    it('say that it was removed or released', async () => {
      const { wallets } = opened.control;
      const { id, ...rest } = wallet();
      await insertWallet({ id, ...rest });
      await wallets.remove(id, merchantId, true, NOW_MS + 7, sampleAudit('wallet.removed'));
      await wallets.release({ id, removedByMs: undefined, atMs: NOW_MS + 9, audit: sampleAudit('wallet.released') });
      expect(await changesOf()).toEqual([
        ['added', id, 0],
        ['removed', id, 7],
        ['released', id, 9],
      ]);
      const [, removed, released] = (await waiting()).map(({ object }) => object);
      expect(removed).toMatchObject({ removed_at: new Date(NOW_MS + 7).toISOString(), released_at: null });
      expect(released).toMatchObject({
        removed_at: new Date(NOW_MS + 7).toISOString(),
        released_at: new Date(NOW_MS + 9).toISOString(),
      });
    });

    it('go to both merchants of one that is taken over', async () => {
      const held = wallet();
      await insertWallet(held);
      const other = (await insertAccount(opened.control)).merchant.id;
      const taken = wallet({ merchantId: other, fingerprint: held.fingerprint, createdAtMs: NOW_MS + 20 });
      const audit = sampleAudit('wallet.released');
      const release = { id: held.id, removedByMs: undefined, atMs: NOW_MS + 20, audit };
      await opened.control.wallets.insert(taken, sampleAudit('wallet.changed', { atMs: NOW_MS + 20 }), release);
      const told = (await waiting()).map((event) => [event.merchantId, event.object['change']]);
      expect(told.slice(0, 1)).toEqual([[merchantId, 'added']]);
      expect(told.slice(1)).toHaveLength(2);
      expect(told).toContainEqual([merchantId, 'released']);
      expect(told).toContainEqual([other, 'added']);
    });

    it('are not written for a change that fails', async () => {
      const held = wallet();
      await insertWallet(held);
      const before = await waiting();
      const other = (await insertAccount(opened.control)).merchant.id;
      expect(await insertWallet(wallet({ merchantId: other, fingerprint: held.fingerprint }))).toBeUndefined();
      const removed = opened.control.wallets.remove(held.id, other, true, NOW_MS, sampleAudit('wallet.removed'));
      expect(await removed).toBe(false);
      expect(await waiting()).toEqual(before);
    });
  });

  it('are due for keys that expire in a span, unless they were revoked or rolled', async () => {
    const { keys } = opened.control;
    const add = async (expiresAtMs: number | undefined) => {
      const key = sampleKey(merchantId, { expiresAtMs });
      await keys.insert(key, sampleAudit('api_key.created'));
      return key;
    };
    const [, , last] = [await add(undefined), await add(NOW_MS), await add(NOW_MS + 10)];
    const first = await add(NOW_MS + 1);
    await add(NOW_MS + 11);
    const revoked = await add(NOW_MS + 5);
    await keys.revoke(revoked.id, NOW_MS, sampleAudit('api_key.revoked'));
    const rolled = await add(NOW_MS + 5);
    const successor = sampleKey(merchantId, { publicKey: rolled.publicKey });
    await keys.replace(rolled.id, NOW_MS + 5, successor, sampleAudit('api_key.rolled'));
    const expiring = await keys.listExpiring(NOW_MS, NOW_MS + 10);
    expect(expiring.map(({ id }) => id)).toEqual([last?.id, first.id]);
  });
});
