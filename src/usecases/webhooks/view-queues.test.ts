import { expect, it } from 'vitest';
import { openMailbox } from '../../../test/memory/mailbox.ts';
import { openEndpoint, presentShort, renderShort } from '../../../test/memory/open-endpoint.ts';
import { openShop } from '../../../test/memory/open-shop.ts';
import { sampleRecord } from '../../../test/store/sample-webhooks.ts';
import { addDataStore } from '../data-stores/add-data-store.ts';
import { dispatchEvents } from '../events/dispatch-events.ts';
import { requestPasswordReset } from '../sessions/request-password-reset.ts';
import { sendTestEvent } from './send-test-event.ts';
import { viewQueues } from './view-queues.ts';

it('says how much waits, and for how long, in every database that responds', async () => {
  const shop = await openShop();
  const { ports, store } = shop;
  const mails = { waiting: 0, oldestSeconds: 0 };
  const empty = { pending: 0, undispatchedSeconds: 0, dueSeconds: { healthy: 0, failing: 0 }, mails };
  expect(await viewQueues(ports)).toEqual(empty);
  const { id } = (await openEndpoint(shop)).endpoint;
  await dispatchEvents(ports, ports.stores.main.eventDispatch);
  await sendTestEvent(ports, store, { id, livemode: false, render: renderShort, present: presentShort });
  await addDataStore(ports, { url: 'postgres://x', name: 'x', actor: 'test' });
  ports.stores.unreachable.add('postgres://x');
  ports.clock.advance(2_500);
  const one = { ...empty, pending: 1, dueSeconds: { healthy: 2.5, failing: 0 } };
  expect(await viewQueues(ports)).toEqual(one);
  openMailbox(ports);
  await requestPasswordReset(ports, { email: 'ada@example.com', client: { address: '::1', network: '::/64' } });
  expect(await viewQueues(ports)).toEqual({ ...one, mails: { waiting: 1, oldestSeconds: 0 } });
  await shop.openIntent();
  ports.clock.advance(1_000);
  const two = {
    ...one,
    mails: { waiting: 1, oldestSeconds: 1 },
    undispatchedSeconds: 1,
    dueSeconds: { healthy: 3.5, failing: 0 },
  };
  expect(await viewQueues(ports)).toEqual(two);
  const nowMs = ports.clock.nowMs();
  const audit = sampleRecord('webhook_endpoint.changed');
  await store.endpoints.change(id, nowMs, (endpoint) => ({ endpoint: { ...endpoint, failingSinceMs: nowMs }, audit }));
  expect(await viewQueues(ports)).toEqual({ ...two, dueSeconds: { healthy: 0, failing: 3.5 } });
});
