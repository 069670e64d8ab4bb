import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_POLICY } from '../../src/domain/merchants/settings.ts';
import type { StoredWallet } from '../../src/ports/wallets.ts';
import { controlPlanes, type OpenControlPlane } from './control-planes.ts';
import { insertAccount, NOW_MS, newHash, newId, sampleAudit, sampleKey } from './sample-rows.ts';

const HOUR_MS = 3_600_000;

describe.each(controlPlanes())('keys in $name', ({ open }) => {
  let opened: OpenControlPlane;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened.close());

  const lastAudit = async () => (await opened.readAudit()).at(-1)?.action;

  it('returns a key as it was stored, by id, hash and public key', async () => {
    const { keys } = opened.control;
    const { merchant } = await insertAccount(opened.control);
    const key = sampleKey(merchant.id, {
      livemode: true,
      sealedPrivateKey: undefined,
      scopes: ['wallets:write'],
      allowedCidrs: [],
      expiresAtMs: NOW_MS + 5,
    });
    await keys.insert(key, sampleAudit('api_key.created'));
    expect(await keys.find(key.id)).toEqual(key);
    expect(await keys.findByHash(key.privateKeyHash)).toEqual({
      key,
      merchant,
      walletNetworks: [],
      policy: DEFAULT_POLICY,
      logBodies: false,
    });
    expect(await keys.findByPublicKey(key.publicKey)).toMatchObject({ key, merchant });
    expect(await lastAudit()).toBe('api_key.created');
    expect(await keys.find(newId('key'))).toBeUndefined();
    expect(await keys.findByHash(newHash())).toBeUndefined();
    expect(await keys.findByPublicKey('fpk_test_x')).toBeUndefined();
  });

  it('starts a key without a past', async () => {
    const { keys } = opened.control;
    const { merchant } = await insertAccount(opened.control);
    const past = { revokedAtMs: NOW_MS, replacedBy: newId('key'), lastUsedAtMs: NOW_MS, lastUsedAddress: '::1' };
    const key = sampleKey(merchant.id);
    await keys.insert({ ...key, ...past }, sampleAudit('api_key.created'));
    expect(await keys.find(key.id)).toEqual(key);
  });

  it('refuses a key of an unknown merchant, a second key with the same hash and a stored live key', async () => {
    const { keys } = opened.control;
    const { merchant, key } = await insertAccount(opened.control);
    const before = await opened.readAudit();
    const refused = [
      sampleKey(newId('mer')),
      sampleKey(merchant.id, { privateKeyHash: key.privateKeyHash }),
      sampleKey(merchant.id, { livemode: true, sealedPrivateKey: 'sealed' }),
    ];
    for (const one of refused) {
      await expect(keys.insert(one, sampleAudit('api_key.created'))).rejects.toThrow();
      expect(await keys.find(one.id)).toBeUndefined();
    }
    expect(await opened.readAudit()).toEqual(before);
  });

  it('lists the keys of one merchant by id, in both modes', async () => {
    const { keys } = opened.control;
    const { merchant, key: first } = await insertAccount(opened.control);
    await insertAccount(opened.control);
    const second = sampleKey(merchant.id, { livemode: true, sealedPrivateKey: undefined });
    await keys.insert(second, sampleAudit('api_key.created'));
    expect(await keys.list(merchant.id)).toEqual([first, second]);
  });

  it('replaces a key by its successor under the same public key, once', async () => {
    const { keys } = opened.control;
    const { merchant, key: old } = await insertAccount(opened.control);
    const successors = Array.from({ length: 4 }, () => sampleKey(merchant.id, { publicKey: old.publicKey }));
    const results = await Promise.allSettled(
      successors.map((one) => keys.replace(old.id, NOW_MS + 9, one, sampleAudit('api_key.rolled'))),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'invalid_state' });
    }
    const successor = successors[results.findIndex(({ status }) => status === 'fulfilled')];
    expect(await keys.list(merchant.id)).toEqual([
      { ...old, expiresAtMs: NOW_MS + 9, replacedBy: successor?.id },
      successor,
    ]);
    expect((await keys.findByPublicKey(old.publicKey))?.key.id).toBe(successor?.id);
    expect((await opened.readAudit()).filter(({ action }) => action === 'api_key.rolled')).toHaveLength(1);
  });

  it('still finds a key that was revoked, with the time', async () => {
    const { keys } = opened.control;
    const { key } = await insertAccount(opened.control);
    await keys.revoke(key.id, NOW_MS + 7, sampleAudit('api_key.revoked'));
    expect((await keys.findByHash(key.privateKeyHash))?.key.revokedAtMs).toBe(NOW_MS + 7);
    expect((await keys.findByPublicKey(key.publicKey))?.key.revokedAtMs).toBe(NOW_MS + 7);
    expect(await lastAudit()).toBe('api_key.revoked');
  });

  it('records the last use of several keys, and never an earlier one', async () => {
    const { keys } = opened.control;
    const [one, two] = [await insertAccount(opened.control), await insertAccount(opened.control)];
    const use = (keyId: typeof one.key.id, atMs: number, address: string) => ({ keyId, atMs, address });
    await keys.recordUse([use(one.key.id, NOW_MS + 2, 'a'), use(two.key.id, NOW_MS + 3, 'b')]);
    await keys.recordUse([use(one.key.id, NOW_MS + 1, 'early'), use(newId('key'), NOW_MS, 'nobody')]);
    expect(await keys.find(one.key.id)).toMatchObject({ lastUsedAtMs: NOW_MS + 2, lastUsedAddress: 'a' });
    await keys.recordUse([use(two.key.id, NOW_MS + 4, 'c')]);
    expect(await keys.find(two.key.id)).toMatchObject({ lastUsedAtMs: NOW_MS + 4, lastUsedAddress: 'c' });
  });

  it('knows the networks on which the merchant has a wallet now, in the mode of the key', async () => {
    const { keys, wallets } = opened.control;
    const { merchant, key } = await insertAccount(opened.control);
    const nowMs = Date.now();
    const wallet = (network: string, more: Partial<StoredWallet>): StoredWallet => ({
      id: newId('wal'),
      merchantId: merchant.id,
      livemode: false,
      network,
      kind: 'address',
      sealedText: 'sealed',
      fingerprint: newHash(),
      nextIndex: 0,
      createdAtMs: nowMs - 2 * HOUR_MS,
      effectiveAtMs: nowMs - 2 * HOUR_MS,
      removedAtMs: undefined,
      releasedAtMs: undefined,
      ...more,
    });
    const removed = wallet('removed', {});
    for (const one of [
      wallet('active', {}),
      wallet('pending', { effectiveAtMs: nowMs + HOUR_MS }),
      wallet('live', { livemode: true }),
      removed,
    ]) {
      await wallets.insert(one, sampleAudit('wallet.changed'));
    }
    await wallets.remove(removed.id, merchant.id, false, nowMs - HOUR_MS, sampleAudit('wallet.removed'));
    expect((await keys.findByHash(key.privateKeyHash))?.walletNetworks).toEqual(['active']);
  });

  it('carries what the merchant accepts as paid', async () => {
    const { keys, settings } = opened.control;
    const { merchant, key } = await insertAccount(opened.control);
    const policy = {
      tolerancePercent: '1.25',
      toleranceAmount: '0',
      latePolicy: { stablecoinSeconds: 5, otherSeconds: 0 },
    };
    await settings.change(merchant.id, (before) => ({
      after: { ...before, ...policy },
      logo: undefined,
      audit: sampleAudit('merchant.settings_changed'),
    }));
    expect((await keys.findByHash(key.privateKeyHash))?.policy).toEqual(policy);
  });

  it('carries whether bodies are logged in its mode', async () => {
    const { keys, settings } = opened.control;
    const { merchant, key } = await insertAccount(opened.control);
    const read = async () => (await keys.findByHash(key.privateKeyHash))?.logBodies;
    expect(await read()).toBe(false);
    for (const live of [key.livemode, !key.livemode]) {
      await settings.change(merchant.id, (before) => ({
        after: { ...before, logBodies: { test: !live, live } },
        logo: undefined,
        audit: sampleAudit('merchant.settings_changed'),
      }));
      expect(await read()).toBe(live === key.livemode);
    }
  });

  it('carries the merchant’s lifetime of intents', async () => {
    const { keys, settings } = opened.control;
    const { merchant, key } = await insertAccount(opened.control);
    await settings.change(merchant.id, (before) => ({
      after: { ...before, expiresInSeconds: 900 },
      logo: undefined,
      audit: sampleAudit('merchant.settings_changed'),
    }));
    expect((await keys.findByHash(key.privateKeyHash))?.merchant.expiresInSeconds).toBe(900);
    expect((await keys.findByPublicKey(key.publicKey))?.merchant.expiresInSeconds).toBe(900);
  });
});
