import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LIMITS } from '../../src/domain/limits.ts';
import type { Passkey, TrustedDevice } from '../../src/ports/second-factors.ts';
import { controlPlanes, type OpenControlPlane } from './control-planes.ts';
import { insertAccount, NOW_MS, newHash, newId, sampleAudit } from './sample-rows.ts';

describe.each(controlPlanes())('second factors in $name', ({ open }) => {
  let opened: OpenControlPlane;
  let account: Awaited<ReturnType<typeof insertAccount>>;
  beforeAll(async () => {
    opened = await open();
  });
  beforeEach(async () => {
    await opened.empty();
    account = await insertAccount(opened.control);
  });
  afterAll(() => opened.close());

  const audit = sampleAudit('user.changed');

  const samplePasskey = (more: Partial<Passkey> = {}): Passkey => ({
    id: newId('psk'),
    userId: account.owner.id,
    credentialId: newHash(),
    publicKey: Uint8Array.of(1, 2, 255),
    counter: 7,
    transports: ['internal'],
    name: 'Laptop',
    createdAtMs: NOW_MS,
    lastUsedAtMs: undefined,
    ...more,
  });

  const sampleDevice = (more: Partial<TrustedDevice> = {}): TrustedDevice => ({
    id: newId('dev'),
    userId: account.owner.id,
    tokenHash: newHash(),
    createdAtMs: NOW_MS,
    expiresAtMs: NOW_MS + 1_000,
    address: '203.0.113.7',
    userAgent: 'A browser/1.0',
    ...more,
  });

  it('turn a secret on once, and let its steps only move forward', async () => {
    const { secondFactors } = opened.control;
    const { id } = account.owner;
    expect(await secondFactors.confirmTotp(id, 5, audit)).toBe(false);
    expect(await secondFactors.saveTotp(id, 'first', NOW_MS)).toBe(true);
    expect(await secondFactors.useTotpStep(id, 5)).toBe(false);
    expect(await secondFactors.saveTotp(id, 'second', NOW_MS)).toBe(true);
    expect(await secondFactors.confirmTotp(id, 5, audit)).toBe(true);
    expect(await secondFactors.saveTotp(id, 'third', NOW_MS)).toBe(false);
    expect((await secondFactors.find(id)).totp).toEqual({ sealedSecret: 'second', isConfirmed: true });
    for (const step of [4, 5]) expect(await secondFactors.useTotpStep(id, step)).toBe(false);
    const used = await Promise.all([6, 6, 6].map((step) => secondFactors.useTotpStep(id, step)));
    expect(used.filter(Boolean)).toHaveLength(1);
  });

  it('use a recovery code and a challenge once', async () => {
    const { secondFactors } = opened.control;
    const { id } = account.owner;
    await secondFactors.replaceRecoveryCodes(id, ['a', 'b'], audit);
    expect(await secondFactors.useRecoveryCode(id, 'a', audit)).toBe(true);
    expect(await secondFactors.useRecoveryCode(id, 'a', audit)).toBe(false);
    expect((await secondFactors.find(id)).recoveryCodesLeft).toBe(1);
    await secondFactors.replaceRecoveryCodes(id, ['c'], audit);
    expect(await secondFactors.useRecoveryCode(id, 'b', audit)).toBe(false);
    expect(await secondFactors.useChallenge('challenge', NOW_MS)).toBe(true);
    expect(await secondFactors.useChallenge('challenge', NOW_MS)).toBe(false);
    await secondFactors.deleteExpired(NOW_MS);
    expect(await secondFactors.useChallenge('challenge', NOW_MS)).toBe(true);
  });

  it('keep passkeys, up to a limit', async () => {
    const { secondFactors } = opened.control;
    const passkey = samplePasskey();
    expect(await secondFactors.addPasskey(passkey, audit)).toBe(true);
    expect(await secondFactors.addPasskey({ ...passkey, id: newId('psk') }, audit)).toBe(false);
    expect(await secondFactors.findPasskey(passkey.credentialId)).toEqual(passkey);
    await secondFactors.notePasskeyUse(passkey.id, 3, NOW_MS + 1);
    expect((await secondFactors.find(account.owner.id)).passkeys).toEqual([{ ...passkey, lastUsedAtMs: NOW_MS + 1 }]);
    expect(await secondFactors.removePasskey(newId('usr'), passkey.id, audit)).toBe(false);
    for (let count = 1; count < LIMITS.passkeysMax; count += 1) await secondFactors.addPasskey(samplePasskey(), audit);
    expect(await secondFactors.addPasskey(samplePasskey(), audit)).toBe(false);
  });

  it('forget devices and codes with the last factor', async () => {
    const { secondFactors } = opened.control;
    const { id } = account.owner;
    const passkey = samplePasskey();
    const device = sampleDevice();
    await secondFactors.addPasskey(passkey, audit);
    await secondFactors.replaceRecoveryCodes(id, ['a'], audit);
    await secondFactors.trustDevice(device, audit);
    expect(await secondFactors.isTrusted(id, device.tokenHash, NOW_MS + 999)).toBe(true);
    expect(await secondFactors.isTrusted(id, device.tokenHash, NOW_MS + 1_000)).toBe(false);
    expect(await secondFactors.isTrusted(newId('usr'), device.tokenHash, NOW_MS)).toBe(false);
    expect(await secondFactors.listDevices(id, NOW_MS)).toEqual([device]);
    expect(await secondFactors.removePasskey(id, passkey.id, audit)).toBe(true);
    expect(await secondFactors.listDevices(id, NOW_MS)).toEqual([]);
    expect(await secondFactors.find(id)).toEqual({ totp: undefined, passkeys: [], recoveryCodesLeft: 0 });
  });

  it('forget with the first passkey what codes of the app have allowed', async () => {
    const { secondFactors, sessions } = opened.control;
    const { id } = account.owner;
    const tokenHash = newHash();
    const times = { createdAtMs: NOW_MS, lastSeenAtMs: NOW_MS, expiresAtMs: NOW_MS + 1_000, secondFactorAtMs: NOW_MS };
    const place = { userId: id, merchantId: account.merchant.id, address: '203.0.113.7', userAgent: 'Browser' };
    const session = { id: newId('ses'), tokenHash, ...place, ...times };
    const provedAt = async () => (await sessions.findByHash(tokenHash, NOW_MS))?.session.secondFactorAtMs;
    await sessions.insert(session, undefined);
    await secondFactors.trustDevice(sampleDevice(), audit);
    await secondFactors.addPasskey(samplePasskey(), audit);
    expect(await secondFactors.listDevices(id, NOW_MS)).toEqual([]);
    expect(await provedAt()).toBeUndefined();
    const device = sampleDevice();
    await secondFactors.trustDevice(device, audit);
    await sessions.noteSecondFactor(session.id, NOW_MS);
    await secondFactors.addPasskey(samplePasskey(), audit);
    expect(await secondFactors.listDevices(id, NOW_MS)).toEqual([device]);
    expect(await provedAt()).toBe(NOW_MS);
  });

  it('trust the newest devices, up to a limit, and go with the user', async () => {
    const { secondFactors, users } = opened.control;
    const { id, email } = account.owner;
    const first = sampleDevice();
    await secondFactors.addPasskey(samplePasskey(), audit);
    await secondFactors.trustDevice(first, audit);
    for (let count = 0; count < LIMITS.trustedDevicesMax; count += 1)
      await secondFactors.trustDevice(sampleDevice(), audit);
    expect(await secondFactors.isTrusted(id, first.tokenHash, NOW_MS)).toBe(false);
    expect(await secondFactors.listDevices(id, NOW_MS)).toHaveLength(LIMITS.trustedDevicesMax);
    expect(await secondFactors.revokeDevice(id, first.id, audit)).toBe(false);
    await users.setPassword(email, 'hash', audit);
    expect(await secondFactors.listDevices(id, NOW_MS)).toEqual([]);
    expect((await secondFactors.find(id)).passkeys).toHaveLength(1);
    await users.setPassword(email, 'hash', audit, { removesSecondFactors: true });
    expect((await secondFactors.find(id)).passkeys).toEqual([]);
  });
});
