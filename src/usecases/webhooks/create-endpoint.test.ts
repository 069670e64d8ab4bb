import { describe, expect, it } from 'vitest';
import { failureOf } from '../../../test/memory/failure-of.ts';
import { openEndpoint } from '../../../test/memory/open-endpoint.ts';
import { openShop, Shop } from '../../../test/memory/open-shop.ts';
import { LIMITS } from '../../domain/limits.ts';
import { endpointCell } from '../../domain/secrets/sealed-cell.ts';

describe('createEndpoint', () => {
  it('stores an enabled endpoint with a new sealed secret, and records who created it', async () => {
    const shop = await openShop();
    const { ports, store, tenant } = shop;
    const { endpoint, secret } = await openEndpoint(shop, { description: 'Shop', events: ['payment.*'], actor: 'usr' });
    expect(secret).toMatch(/^whsec_[0-9A-Za-z+/]{32}$/);
    expect(endpoint).toMatchObject({ status: 'enabled', createdAtMs: ports.clock.nowMs(), apiVersion: '2026-11-15' });
    expect(ports.vault.open(endpoint.sealedSecret, endpointCell('secret', { ...endpoint, ...tenant }))).toBe(secret);
    expect(await store.endpoints.list()).toEqual([endpoint]);
    const [audit] = await ports.stores.main.audit.listWaiting(10);
    expect(audit).toMatchObject({ actor: 'usr', action: 'webhook_endpoint.created', subject: endpoint.id });
    expect(JSON.stringify(audit)).not.toContain('sealed');
    const { secret: other } = await openEndpoint(shop);
    expect(other).not.toBe(secret);
  });

  it('names a URL that cannot be used and every unknown type', async () => {
    const shop = await openShop();
    shop.ports.webhookSender.refused.set('https://10.0.0.1/', 'The address is private.');
    const input = { url: 'https://10.0.0.1/', events: ['payment.seen', 'no.such', 'nothing.*'] };
    expect(await failureOf(shop.ports, () => openEndpoint(shop, input))).toMatchObject({
      code: 'validation_failed',
      errors: [
        { pointer: '#/url', code: 'invalid_url', detail: 'The address is private.' },
        { pointer: '#/events/1', code: 'invalid_value' },
        { pointer: '#/events/2', code: 'invalid_value' },
      ],
    });
  });

  it('creates as many as allowed in each mode, and not one more', async () => {
    const shop = await openShop();
    for (let count = 0; count < LIMITS.webhookEndpointsMax; count += 1) await openEndpoint(shop);
    expect(await failureOf(shop.ports, () => openEndpoint(shop))).toMatchObject({ code: 'invalid_state' });
    await expect(openEndpoint(new Shop(shop.ports, shop.made, true))).resolves.toBeDefined();
  });
});
