import { describe, expect, it } from 'vitest';
import { openShop } from '../../../test/memory/open-shop.ts';
import { makePrivateKey } from '../../domain/keys/key.ts';
import { LIMITS } from '../../domain/limits.ts';
import { DEFAULT_POLICY } from '../../domain/merchants/settings.ts';
import { authenticateKey, type Credentials } from './authenticate-key.ts';
import { createKey } from './create-key.ts';
import type { KeyOptions } from './issue-key.ts';
import { revokeKey } from './revoke-key.ts';

const ADDRESS = '203.0.113.7';

const ended = (end: string) =>
  `The private key that ends with ${end} does not exist on this server, or it has been revoked.`;

async function setUp(more: Partial<KeyOptions> = {}) {
  const { ports, tenant } = await openShop();
  const options = { merchantId: tenant.merchantId, mode: 'test' as const, name: 'Server', actor: 'test', ...more };
  const { key, privateKey } = await createKey(ports, options);
  const credentials = { publicKey: key.publicKey, authorization: `Bearer ${privateKey}`, address: ADDRESS };
  const authenticate = (changed: Partial<Credentials> = {}) => authenticateKey(ports, { ...credentials, ...changed });
  return { ports, tenant, key, privateKey, credentials, authenticate };
}

describe('authenticateKey', () => {
  it('says who calls and what the key allows', async () => {
    const { ports, tenant, key, authenticate } = await setUp({ scopes: ['payments:read'] });
    expect(await authenticate()).toEqual({
      ...tenant,
      keyId: key.id,
      keyName: 'Server',
      publicKey: key.publicKey,
      scopes: ['payments:read'],
      apiVersion: key.apiVersion,
      expiresInSeconds: undefined,
      walletNetworks: [],
      policy: DEFAULT_POLICY,
      logBodies: false,
      validUntilMs: ports.clock.nowMs() + LIMITS.principalCacheMs,
    });
  });

  it('needs no public key where the path names none', async () => {
    const { key, authenticate } = await setUp();
    expect((await authenticate({ publicKey: undefined })).keyId).toBe(key.id);
  });

  it('reads the scheme in any case, with spaces around the key', async () => {
    const { privateKey, authenticate } = await setUp();
    await expect(authenticate({ authorization: `bEARER   ${privateKey}  ` })).resolves.toBeDefined();
  });

  it.each([undefined, '', 'Bearer', 'Bearer  ', 'Basic abc', 'Bearer a b'])(
    'answers missing_credentials for the header %j',
    async (authorization) => {
      const { authenticate } = await setUp();
      await expect(authenticate({ authorization })).rejects.toMatchObject({
        code: 'missing_credentials',
        headers: { 'www-authenticate': expect.any(String) },
      });
    },
  );

  it('answers invalid_private_key for text of another form, an unknown key and a public key', async () => {
    const { key, authenticate } = await setUp();
    for (const token of ['secret', makePrivateKey('test', new Uint8Array(32)), key.publicKey]) {
      await expect(authenticate({ authorization: `Bearer ${token}` })).rejects.toMatchObject({
        code: 'invalid_private_key',
      });
    }
  });

  it('says what is wrong with a header, by its text alone', async () => {
    const { ports, key, privateKey, authenticate } = await setUp();
    const unknown = makePrivateKey('live', new Uint8Array(32));
    await revokeKey(ports, { keyId: key.id, actor: 'test' });
    const messages = {
      [`Bearer ${privateKey}`]: ended(privateKey.slice(-4)),
      [`Bearer ${unknown}`]: ended(unknown.slice(-4)),
      [`Bearer ${privateKey.slice(0, -1)}`]: 'The private key is incomplete or has a typing mistake. Copy it again.',
      'Bearer fsk_x': 'The private key is incomplete or has a typing mistake. Copy it again.',
      'Bearer sk_test_4eC39HqLyjWDarjtT1zdp7dc': 'That is not a Florin private key, which begins with fsk_.',
      [`Bearer ${key.publicKey}`]: 'That is the public key. Send the private key (fsk_…) in the Authorization header.',
      'Basic c2tfdGVzdDo=': 'Basic is not supported. Send the header "Authorization: Bearer <private key>".',
      'Token abc': 'Send the header "Authorization: Bearer <private key>".',
      [privateKey]: 'Write "Bearer " in front of the private key.',
    };
    for (const [authorization, message] of Object.entries(messages)) {
      for (const publicKey of [key.publicKey, 'fpk_test_other']) {
        await expect(authenticate({ authorization, publicKey })).rejects.toMatchObject({ message });
      }
    }
  });

  it('answers invalid_private_key once the key is revoked, before anything about the public key', async () => {
    const { ports, key, authenticate } = await setUp();
    await revokeKey(ports, { keyId: key.id, actor: 'test' });
    for (const publicKey of [key.publicKey, 'fpk_test_other']) {
      await expect(authenticate({ publicKey })).rejects.toMatchObject({ code: 'invalid_private_key' });
    }
  });

  it('answers private_key_expired from the moment of the expiry', async () => {
    const expiresAtMs = Date.UTC(2040, 0, 1);
    const { ports, authenticate } = await setUp({ expiresAtMs });
    ports.clock.set(expiresAtMs - 1);
    expect((await authenticate()).validUntilMs).toBe(expiresAtMs);
    ports.clock.set(expiresAtMs);
    await expect(authenticate()).rejects.toMatchObject({ code: 'private_key_expired' });
  });

  it('answers mode_mismatch and key_pair_mismatch for the wrong public key', async () => {
    const { ports, tenant, authenticate } = await setUp();
    const options = { merchantId: tenant.merchantId, name: '', actor: 'test' };
    const live = await createKey(ports, { ...options, mode: 'live' });
    const other = await createKey(ports, { ...options, mode: 'test' });
    const send = (publicKey: string) => authenticate({ publicKey });
    await expect(send(live.key.publicKey)).rejects.toMatchObject({ code: 'mode_mismatch' });
    await expect(send(other.key.publicKey)).rejects.toMatchObject({ code: 'key_pair_mismatch' });
    await expect(send('v1')).rejects.toMatchObject({
      code: 'key_pair_mismatch',
      message: expect.stringContaining('The path must begin with the public key (fpk_…)'),
    });
  });

  it('allows the addresses of the key only, and asks again for each request', async () => {
    const { ports, authenticate } = await setUp({ allowedCidrs: ['203.0.113.0/30', '2001:db8::/32'] });
    for (const address of ['203.0.113.3', '2001:db8::1']) {
      expect((await authenticate({ address })).validUntilMs).toBe(ports.clock.nowMs());
    }
    for (const address of ['203.0.113.4', '2001:db9::1', '::1']) {
      await expect(authenticate({ address })).rejects.toMatchObject({ code: 'ip_not_allowed' });
    }
  });

  it('says whose key it is before it rejects the request, and nothing of a key that it does not know', async () => {
    const expiresAtMs = Date.UTC(2040, 0, 1);
    const { ports, key, credentials } = await setUp({ expiresAtMs, allowedCidrs: ['203.0.113.0/30'] });
    const identify = async (changed: Partial<Credentials>) => {
      const identified: string[] = [];
      const failing = authenticateKey(ports, { ...credentials, ...changed }, ({ keyId }) => identified.push(keyId));
      const { code } = await failing.then(
        () => ({ code: undefined }),
        (error: { code: string }) => error,
      );
      return [code, ...identified];
    };
    expect(await identify({})).toEqual(['ip_not_allowed', key.id]);
    expect(await identify({ publicKey: 'fpk_test_other' })).toEqual(['key_pair_mismatch', key.id]);
    const unknown = `Bearer ${makePrivateKey('test', new Uint8Array(32))}`;
    expect(await identify({ authorization: unknown })).toEqual(['invalid_private_key']);
    ports.clock.set(expiresAtMs);
    expect(await identify({})).toEqual(['private_key_expired', key.id]);
    await revokeKey(ports, { keyId: key.id, actor: 'test' });
    expect(await identify({})).toEqual(['invalid_private_key']);
  });

  it('carries the setting for bodies of its mode', async () => {
    const { ports, tenant, authenticate } = await setUp();
    const log = (logBodies: { test: boolean; live: boolean }) =>
      ports.settings.change(tenant.merchantId, (before) => ({
        after: { ...before, logBodies },
        logo: undefined,
        audit: { actor: 'test', action: 'test', merchantId: tenant.merchantId, subject: '', details: {}, atMs: 0 },
      }));
    await log({ test: false, live: true });
    expect((await authenticate()).logBodies).toBe(false);
    await log({ test: true, live: false });
    expect((await authenticate()).logBodies).toBe(true);
  });

  it('answers unavailable while the merchant is paused, and not after', async () => {
    const { ports, tenant, authenticate } = await setUp();
    const untilMs = ports.clock.nowMs() + 1_000;
    await ports.merchants.pause(tenant.merchantId, untilMs);
    ports.clock.set(untilMs - 1);
    await expect(authenticate()).rejects.toMatchObject({
      code: 'unavailable',
      headers: { 'retry-after': expect.stringMatching(/^\d+$/) },
    });
    ports.clock.set(untilMs);
    await expect(authenticate()).resolves.toBeDefined();
  });

  it('carries the merchant’s wallets', async () => {
    const shop = await openShop();
    await shop.addWallet('bitcoin-regtest');
    const { key, privateKey } = shop.made;
    const credentials = { publicKey: key.publicKey, authorization: `Bearer ${privateKey}`, address: ADDRESS };
    expect((await authenticateKey(shop.ports, credentials)).walletNetworks).toEqual(['bitcoin-regtest']);
  });
});
