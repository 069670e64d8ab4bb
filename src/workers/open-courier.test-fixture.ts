import { createMemoryPorts } from '../../test/memory/create-memory-ports.ts';
import { openShop, type Shop } from '../../test/memory/open-shop.ts';
import { type EndpointId, makeId } from '../domain/ids.ts';
import { openDelivery } from '../domain/webhooks/open-delivery.ts';
import type { DeliveryQueue, DeliveryResult } from '../ports/delivery-queue.ts';
import type { WebhookResponse } from '../ports/webhook-sender.ts';
import { DeliverySlots } from '../usecases/webhooks/delivery-slots.ts';
import { Courier } from './courier.ts';

/** A shop, and a courier for its database. Every URL answers when the test says so. */
export async function openCourier({ queueOf = (queue: DeliveryQueue) => queue } = {}) {
  const ports = createMemoryPorts();
  const shop = await openShop({ ports });
  const results: DeliveryResult[] = [];
  const options = {
    slots: new DeliverySlots(),
    onResult: (result: DeliveryResult) => void results.push(result),
  };
  const open = (queue = ports.stores.main.deliveryQueue) => new Courier(ports, queueOf(queue), options);
  return { ports, shop, results, options, open, courier: open() };
}

/** Deliveries that are due now. */
export async function addDue({ ports, store }: Shop, endpointId: EndpointId, count: number): Promise<void> {
  const nowMs = ports.clock.nowMs();
  const newId = <Prefix extends string>(prefix: Prefix) => makeId(prefix, nowMs, ports.random.bytes(10));
  const deliveries = Array.from({ length: count }, (_, place) => {
    const event = { id: newId('evt'), type: 'payment.seen', number: place + 1, intentId: undefined };
    return { ...openDelivery(newId('dlv'), endpointId, event, nowMs), body: String(place) };
  });
  await store.deliveries.insert(deliveries);
}

/** A URL that answers only when it is told to, one request after another. */
export function hold({ ports }: Shop, url: string) {
  const waiting: ((response: Partial<WebhookResponse>) => void)[] = [];
  ports.webhookSender.answers.set(url, () => {
    const { promise, resolve } = Promise.withResolvers<Partial<WebhookResponse>>();
    waiting.push(resolve);
    return promise;
  });
  return {
    get open() {
      return waiting.length;
    },
    answer: (count: number, response: Partial<WebhookResponse> = {}) => {
      for (const resolve of waiting.splice(0, count)) resolve(response);
    },
  };
}

export const countDeliveries = async ({ store }: Shop, state: 'pending' | 'delivered' | 'failed') =>
  (await store.deliveries.list({ state, limit: 1_000 })).length;

/** Lets everything go on that does not wait for a test. */
export const settle = async () => {
  for (let turn = 0; turn < 2_000; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};
