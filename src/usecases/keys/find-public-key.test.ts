import { describe, expect, it } from 'vitest';
import { openShop, type Shop } from '../../../test/memory/open-shop.ts';
import { createKey } from './create-key.ts';
import { findPublicKey } from './find-public-key.ts';
import { revokeKey } from './revoke-key.ts';

/** A shop whose first key has a successor that ends after a second. */
async function setUp(): Promise<Shop & { newer: string }> {
  const shop = await openShop();
  const { ports, tenant } = shop;
  ports.clock.advance(1);
  const expiresAtMs = ports.clock.nowMs() + 1_000;
  const input = { merchantId: tenant.merchantId, mode: 'test' as const, name: '', actor: 'test', expiresAtMs };
  return Object.assign(shop, { newer: (await createKey(ports, input)).key.publicKey });
}

describe('findPublicKey', () => {
  it('finds the newest key until the moment it expires, then the one before', async () => {
    const { ports, tenant, made, newer } = await setUp();
    ports.clock.advance(999);
    expect(await findPublicKey(ports, tenant)).toBe(newer);
    ports.clock.advance(1);
    expect(await findPublicKey(ports, tenant)).toBe(made.key.publicKey);
  });

  it('prefers the newest key when none is in use', async () => {
    const { ports, tenant, made, newer } = await setUp();
    await revokeKey(ports, { keyId: made.key.id, actor: 'test' });
    ports.clock.advance(1_000);
    expect(await findPublicKey(ports, tenant)).toBe(newer);
  });

  it('skips a key that was revoked', async () => {
    const { ports, tenant, made, newer } = await setUp();
    const found = await ports.keys.findByPublicKey(newer);
    await revokeKey(ports, { keyId: found?.key.id ?? made.key.id, actor: 'test' });
    expect(await findPublicKey(ports, tenant)).toBe(made.key.publicKey);
  });

  it('is empty where the merchant has no key in this mode', async () => {
    const { ports, tenant } = await setUp();
    expect(await findPublicKey(ports, { ...tenant, livemode: true })).toBe('');
  });
});
