import { describe, expect, it } from 'vitest';
import { failureOf } from '../../../test/memory/failure-of.ts';
import { openShop } from '../../../test/memory/open-shop.ts';
import { makeId } from '../../domain/ids.ts';
import { createKey } from './create-key.ts';
import { revokeKey } from './revoke-key.ts';
import { OVERLAPS_MS, type Overlap, rollKey } from './roll-key.ts';

async function setUp(expiresInMs?: number) {
  const { ports, tenant } = await openShop();
  const expiresAtMs = expiresInMs === undefined ? undefined : ports.clock.nowMs() + expiresInMs;
  const { key } = await createKey(ports, {
    merchantId: tenant.merchantId,
    mode: 'live',
    name: 'Server',
    scopes: ['wallets:write'],
    allowedCidrs: ['::/0'],
    expiresAtMs,
    actor: 'test',
  });
  return { ports, old: key };
}

describe('rollKey', () => {
  it('makes a successor with the same public key and options, and records it', async () => {
    const { ports, old } = await setUp();
    const { key, privateKey } = await rollKey(ports, { keyId: old.id, overlap: '1h', actor: 'usr' });
    const { merchantId, livemode, name, publicKey, scopes, allowedCidrs, apiVersion, expiresAtMs } = old;
    expect(key).toMatchObject({ merchantId, livemode, name, publicKey, scopes, allowedCidrs, apiVersion, expiresAtMs });
    expect(key.privateKeyHash).not.toBe(old.privateKeyHash);
    expect(privateKey).toMatch(/^fsk_live_/);
    expect(await ports.keys.find(key.id)).toEqual(key);
    expect((await ports.keys.find(old.id))?.replacedBy).toBe(key.id);
    expect(ports.audit.entries.at(-1)).toEqual({
      actor: 'usr',
      action: 'api_key.rolled',
      merchantId,
      subject: old.id,
      details: { successor: key.id, overlap: '1h' },
      atMs: ports.clock.nowMs(),
    });
  });

  it('records that the user confirmed it with the password', async () => {
    const { ports, old } = await setUp();
    await rollKey(ports, { keyId: old.id, overlap: 'now', actor: 'usr', confirmed: true });
    expect(ports.audit.entries.at(-1)?.details).toMatchObject({ confirmed: true });
  });

  it.each(Object.entries(OVERLAPS_MS) as [Overlap, number][])(
    'ends the old key after the overlap %s',
    async (overlap, ms) => {
      const { ports, old } = await setUp();
      const { oldExpiresAtMs } = await rollKey(ports, { keyId: old.id, overlap, actor: 'usr' });
      expect(oldExpiresAtMs).toBe(ports.clock.nowMs() + ms);
      expect((await ports.keys.find(old.id))?.expiresAtMs).toBe(oldExpiresAtMs);
    },
  );

  it('never prolongs the old key', async () => {
    const { ports, old } = await setUp(1_000);
    const { oldExpiresAtMs, key } = await rollKey(ports, { keyId: old.id, overlap: '7d', actor: 'usr' });
    expect([oldExpiresAtMs, key.expiresAtMs]).toEqual([old.expiresAtMs, old.expiresAtMs]);
  });

  it('answers not_found for an unknown key', async () => {
    const { ports } = await setUp();
    const keyId = makeId('key', 1, new Uint8Array(10));
    const failure = await failureOf(ports, () => rollKey(ports, { keyId, overlap: 'now', actor: 'usr' }));
    expect(failure).toMatchObject({ code: 'not_found' });
  });

  it('answers invalid_state for a key that was rolled or revoked', async () => {
    const { ports, old } = await setUp();
    const { key } = await rollKey(ports, { keyId: old.id, overlap: '24h', actor: 'usr' });
    await revokeKey(ports, { keyId: key.id, actor: 'usr' });
    for (const keyId of [old.id, key.id]) {
      const failure = await failureOf(ports, () => rollKey(ports, { keyId, overlap: 'now', actor: 'usr' }));
      expect(failure).toMatchObject({ code: 'invalid_state' });
    }
  });

  it('rolls a key up to its last millisecond', async () => {
    const { ports, old } = await setUp(1_000);
    ports.clock.advance(1_000);
    const input = { keyId: old.id, overlap: 'now' as const, actor: 'usr' };
    expect(await failureOf(ports, () => rollKey(ports, input))).toMatchObject({ code: 'invalid_state' });
    ports.clock.advance(-1);
    await expect(rollKey(ports, input)).resolves.toBeDefined();
  });

  it('lets one of several rolls at the same time win', async () => {
    const { ports, old } = await setUp();
    const rolls = Array.from({ length: 5 }, () => rollKey(ports, { keyId: old.id, overlap: 'now', actor: 'usr' }));
    const results = await Promise.allSettled(rolls);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'invalid_state' });
    }
    expect((await ports.keys.list(old.merchantId)).filter(({ livemode }) => livemode)).toHaveLength(2);
  });
});
