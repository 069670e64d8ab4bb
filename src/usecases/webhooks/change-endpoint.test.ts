import { describe, expect, it } from 'vitest';
import { failureOf } from '../../../test/memory/failure-of.ts';
import { openEndpoint } from '../../../test/memory/open-endpoint.ts';
import { openShop } from '../../../test/memory/open-shop.ts';
import { changeEndpoint, type EndpointInput } from './change-endpoint.ts';

async function setUp() {
  const shop = await openShop();
  const { endpoint } = await openEndpoint(shop);
  const change = (input: Partial<EndpointInput>) =>
    changeEndpoint(shop.ports, shop.store, { id: endpoint.id, livemode: false, actor: 'usr', ...input });
  return { shop, ports: shop.ports, store: shop.store, endpoint, change };
}

describe('changeEndpoint', () => {
  it('changes what is given, and records it', async () => {
    const { ports, store, endpoint, change } = await setUp();
    const changed = await change({ url: 'https://new.example', events: ['payment.seen'] });
    expect(changed).toEqual({ ...endpoint, url: 'https://new.example', events: ['payment.seen'] });
    expect(await change({ description: 'New' })).toEqual({ ...changed, description: 'New' });
    expect(await store.endpoints.list()).toEqual([{ ...changed, description: 'New' }]);
    expect((await ports.stores.main.audit.listWaiting(10)).at(-1)).toMatchObject({
      actor: 'usr',
      action: 'webhook_endpoint.changed',
      subject: endpoint.id,
      details: { description: 'New' },
    });
  });

  it('disables and enables, and forgets the failures then', async () => {
    const { ports, store, endpoint, change } = await setUp();
    const disabled = await change({ status: 'disabled' });
    expect(disabled).toEqual({ ...endpoint, status: 'disabled', disabledReason: 'user' });
    expect(await change({ status: 'disabled' })).toEqual(disabled);
    const audit = { actor: 'test', action: 'webhook_endpoint.changed', subject: '', details: {} } as const;
    const failing = { ...endpoint, status: 'disabled', disabledReason: 'failing', failingSinceMs: 1 } as const;
    await store.endpoints.change(endpoint.id, ports.clock.nowMs(), () => ({ endpoint: failing, audit }));
    expect(await change({ status: 'enabled' })).toEqual(endpoint);
  });

  it('forgets the failures of another URL', async () => {
    const { ports, store, endpoint, change } = await setUp();
    const audit = { actor: 'test', action: 'webhook_endpoint.changed', subject: '', details: {} } as const;
    const failing = { ...endpoint, failingSinceMs: 1 };
    await store.endpoints.change(endpoint.id, ports.clock.nowMs(), () => ({ endpoint: failing, audit }));
    expect(await change({ url: endpoint.url })).toEqual(failing);
    expect(await change({ url: 'https://new.example' })).toEqual({ ...endpoint, url: 'https://new.example' });
  });

  it('answers validation_failed for a URL or a type that cannot be used', async () => {
    const { ports, change } = await setUp();
    ports.webhookSender.refused.set('https://private.example', 'The address is private.');
    for (const input of [{ url: 'https://private.example' }, { events: ['no.such'] }])
      expect(await failureOf(ports, () => change(input))).toMatchObject({ code: 'validation_failed' });
  });

  it('answers not_found for an endpoint that was deleted meanwhile', async () => {
    const { ports, store, endpoint, change } = await setUp();
    const audit = { actor: 'test', action: 'webhook_endpoint.deleted', subject: '', details: {} } as const;
    await store.endpoints.remove(endpoint.id, 0, audit);
    expect(await failureOf(ports, () => change({ description: '' }))).toMatchObject({ code: 'not_found' });
  });
});
