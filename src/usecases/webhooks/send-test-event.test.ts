import { expect, it } from 'vitest';
import { failureOf } from '../../../test/memory/failure-of.ts';
import { openEndpoint, presentShort, renderShort } from '../../../test/memory/open-endpoint.ts';
import { openShop } from '../../../test/memory/open-shop.ts';
import { changeEndpoint } from './change-endpoint.ts';
import { sendTestEvent } from './send-test-event.ts';

async function setUp() {
  const shop = await openShop();
  const { ports, store } = shop;
  const { id } = (await openEndpoint(shop, { events: ['payment.seen'] })).endpoint;
  const input = { id, livemode: false, render: renderShort, present: presentShort };
  return { ports, store, id, send: () => sendTestEvent(ports, store, input) };
}

it('adds a delivery of an event about the endpoint, whatever the endpoint wants', async () => {
  const { ports, store, id, send } = await setUp();
  const delivery = await send();
  expect(delivery).toMatchObject({
    endpointId: id,
    eventType: 'webhook_endpoint.test',
    number: 0,
    intentId: undefined,
  });
  expect(delivery.nextAttemptAtMs).toBe(ports.clock.nowMs());
  const found = await store.deliveries.find(delivery.id);
  expect(JSON.parse(found?.delivery.body ?? '')).toEqual({
    id: delivery.eventId,
    type: 'webhook_endpoint.test',
    number: 0,
    apiVersion: '2026-11-15',
    object: { id, status: 'enabled', livemode: false },
  });
  expect(await store.events.lastNumber()).toBe(0);
});

it('sends nothing to a disabled endpoint', async () => {
  const { ports, store, id, send } = await setUp();
  await changeEndpoint(ports, store, { id, livemode: false, status: 'disabled', actor: 'usr' });
  expect(await failureOf(ports, send)).toMatchObject({ code: 'invalid_state' });
});
