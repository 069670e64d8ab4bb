import { expect, it } from 'vitest';
import { failureOf } from '../../../test/memory/failure-of.ts';
import { openEndpoint, presentShort, renderShort } from '../../../test/memory/open-endpoint.ts';
import { openShop } from '../../../test/memory/open-shop.ts';
import { changeEndpoint } from './change-endpoint.ts';
import { resendFailed } from './resend-failed.ts';
import { sendTestEvent } from './send-test-event.ts';

/** Two endpoints with a pending delivery each, one of which is failed by disabling its endpoint. */
async function setUp() {
  const shop = await openShop();
  const { ports, store } = shop;
  const { id } = (await openEndpoint(shop)).endpoint;
  const { id: other } = (await openEndpoint(shop)).endpoint;
  const send = (to: typeof id) =>
    sendTestEvent(ports, store, { id: to, livemode: false, render: renderShort, present: presentShort });
  const failed = await send(id);
  await send(other);
  const setStatus = (status: 'enabled' | 'disabled') =>
    changeEndpoint(ports, store, { id, livemode: false, status, actor: 'usr' });
  await setStatus('disabled');
  const { deliveryQueue } = ports.stores.main;
  for (const endpoint of await deliveryQueue.listPending(undefined, ports.clock.nowMs(), 10))
    await deliveryQueue.giveUp(endpoint, ports.clock.nowMs(), 10);
  return { ports, store, id, failed, setStatus };
}

it('starts what has failed again, once, with a fresh count of attempts', async () => {
  const { ports, store, id, failed, setStatus } = await setUp();
  await setStatus('enabled');
  const list = (state: 'pending' | 'failed') => store.deliveries.list({ endpointId: id, state, limit: 10 });
  expect(await list('failed')).toMatchObject([{ id: failed.id, lastError: 'The endpoint was disabled.' }]);
  ports.clock.advance(1_000);
  expect(await resendFailed(ports, store, { id })).toBe(1);
  expect(await list('pending')).toMatchObject([{ id: failed.id, attempts: 0, nextAttemptAtMs: ports.clock.nowMs() }]);
  expect(await resendFailed(ports, store, { id })).toBe(0);
});

it('starts nothing while the endpoint is disabled', async () => {
  const { ports, store, id } = await setUp();
  expect(await failureOf(ports, () => resendFailed(ports, store, { id }))).toMatchObject({ code: 'invalid_state' });
});
