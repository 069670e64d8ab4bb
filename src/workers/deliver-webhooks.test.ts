import { expect, it } from 'vitest';
import { createMemoryPorts } from '../../test/memory/create-memory-ports.ts';
import { openEndpoint } from '../../test/memory/open-endpoint.ts';
import { openShop } from '../../test/memory/open-shop.ts';
import { waitUntil } from '../../test/support/wait-until.ts';
import { addDataStore } from '../usecases/data-stores/add-data-store.ts';
import { dispatchEvents } from '../usecases/events/dispatch-events.ts';
import { DeliverySlots } from '../usecases/webhooks/delivery-slots.ts';
import { deliverWebhooks } from './deliver-webhooks.ts';

const options = () => ({ slots: new DeliverySlots(), onResult: () => undefined });

it('sends an event as soon as it has a number, until it is stopped', async () => {
  const ports = createMemoryPorts();
  const shop = await openShop({ ports });
  await openEndpoint(shop);
  let rounds = 0;
  const observer = { succeeded: () => void (rounds += 1), failed: (error: unknown) => expect.fail(String(error)) };
  const worker = deliverWebhooks(ports, undefined, options(), observer);
  await waitUntil('it has looked once', () => rounds === 1);
  await shop.openIntent();
  await dispatchEvents(ports, ports.stores.main.eventDispatch);
  await waitUntil('the event was sent', () => ports.webhookSender.requests.length === 1);
  expect(rounds).toBe(1);
  await worker.stop();
  await shop.openIntent();
  await dispatchEvents(ports, ports.stores.main.eventDispatch);
  await worker.stop();
  expect(ports.webhookSender.requests).toHaveLength(1);
});

it('says that a database cannot be reached', async () => {
  const ports = createMemoryPorts();
  const { id } = await addDataStore(ports, { url: 'postgres://x', name: 'x', actor: 'test' });
  ports.stores.unreachable.add('postgres://x');
  const failures: unknown[] = [];
  const observer = { succeeded: () => expect.fail('reached'), failed: (error: unknown) => void failures.push(error) };
  const worker = deliverWebhooks(ports, id, options(), observer);
  await waitUntil('it has failed', () => failures.length === 1);
  await worker.stop();
  expect(failures[0]).toMatchObject({ code: 'unavailable' });
});
