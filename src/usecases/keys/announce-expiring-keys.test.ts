import { describe, expect, it } from 'vitest';
import { openShop, type Shop } from '../../../test/memory/open-shop.ts';
import { sampleAudit, sampleKey } from '../../../test/store/sample-rows.ts';
import type { ApiKey } from '../../domain/keys/api-key.ts';
import { LIMITS } from '../../domain/limits.ts';
import { announceExpiringKeys } from './announce-expiring-keys.ts';
import { rollKey } from './roll-key.ts';

async function addKey({ ports, tenant }: Shop, inMs: number): Promise<ApiKey> {
  const expiresAtMs = ports.clock.nowMs() + inMs;
  const key = sampleKey(tenant.merchantId, { expiresAtMs });
  await ports.keys.insert(key, sampleAudit('key.created'));
  return key;
}

const waitingIn = ({ ports }: Shop) => ports.outgoingEvents.listWaiting(100);

describe('a key that expires', () => {
  it('is announced seven days before, to the millisecond, and once', async () => {
    const shop = await openShop();
    const key = await addKey(shop, LIMITS.keyExpiryNoticeMs + 1);
    await announceExpiringKeys(shop.ports);
    expect(await waitingIn(shop)).toEqual([]);
    shop.ports.clock.advance(1);
    await announceExpiringKeys(shop.ports);
    const [event, ...others] = await waitingIn(shop);
    expect(others).toEqual([]);
    expect(event).toMatchObject({
      merchantId: shop.tenant.merchantId,
      livemode: false,
      type: 'api_key.expiring',
      object: { id: key.id, object: 'api_key', public_key: key.publicKey, name: 'Key' },
      atMs: shop.ports.clock.nowMs(),
    });
    expect(JSON.stringify(event)).not.toContain(key.privateKeyHash);
    shop.ports.clock.advance(60_000);
    await announceExpiringKeys(shop.ports);
    await shop.ports.outgoingEvents.markRelayed(event ? [event.id] : [], 0);
    await announceExpiringKeys(shop.ports);
    expect(await waitingIn(shop)).toEqual([]);
  });

  it('is not announced after it expired, was revoked or was rolled', async () => {
    const shop = await openShop();
    await addKey(shop, 0);
    const { made, ports } = shop;
    const { id } = await addKey(shop, 60_000);
    await ports.keys.revoke(id, ports.clock.nowMs(), sampleAudit('key.revoked'));
    await rollKey(ports, { keyId: made.key.id, overlap: '1h', actor: 'test' });
    await announceExpiringKeys(ports);
    expect(await waitingIn(shop)).toEqual([]);
  });
});
