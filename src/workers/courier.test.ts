import { describe, expect, it } from 'vitest';
import { createMemoryPorts } from '../../test/memory/create-memory-ports.ts';
import { openEndpoint } from '../../test/memory/open-endpoint.ts';
import { openShop, type Shop } from '../../test/memory/open-shop.ts';
import { waitUntil } from '../../test/support/wait-until.ts';
import { type EndpointId, makeId } from '../domain/ids.ts';
import { LIMITS } from '../domain/limits.ts';
import { openDelivery } from '../domain/webhooks/open-delivery.ts';
import type { DeliveryQueue, DeliveryResult } from '../ports/delivery-queue.ts';
import type { WebhookResponse } from '../ports/webhook-sender.ts';
import { DeliverySlots } from '../usecases/webhooks/delivery-slots.ts';
import { Courier } from './courier.ts';

const PER_ENDPOINT = LIMITS.deliveriesInFlightToEndpointMax;
const AHEAD_MAX = 128;
const AHEAD_MS_MAX = 10_000;

const pendingFor = (id: EndpointId, { tenant }: Shop) => ({
  id,
  merchantId: tenant.merchantId,
  livemode: false,
  isEnabled: true,
  isFailing: false,
  isDue: true,
});

/** A shop, and a courier for its database. Every URL answers when the test says so. */
async function setUp({ queueOf = (queue: DeliveryQueue) => queue } = {}) {
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
async function add({ ports, store }: Shop, endpointId: EndpointId, count: number): Promise<void> {
  const nowMs = ports.clock.nowMs();
  const newId = <Prefix extends string>(prefix: Prefix) => makeId(prefix, nowMs, ports.random.bytes(10));
  const deliveries = Array.from({ length: count }, (_, place) => {
    const event = { id: newId('evt'), type: 'payment.seen', number: place + 1, intentId: undefined };
    return { ...openDelivery(newId('dlv'), endpointId, event, nowMs), body: String(place) };
  });
  await store.deliveries.insert(deliveries);
}

/** A URL that answers only when it is told to, one request after another. */
function hold({ ports }: Shop, url: string) {
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

const count = async ({ store }: Shop, state: 'pending' | 'delivered' | 'failed') =>
  (await store.deliveries.list({ state, limit: 1_000 })).length;

/** Lets everything go on that does not wait for a test. */
const settle = async () => {
  for (let turn = 0; turn < 2_000; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

/** Numbers what waits, and hands the new deliveries to the courier. */
const dispatch = ({ ports }: Shop, courier: Courier) =>
  ports.stores.main.eventDispatch.dispatch({
    nowMs: ports.clock.nowMs(),
    limit: 1_000,
    render: ({ number }) => String(number),
    newId: () => makeId('dlv', ports.clock.nowMs(), ports.random.bytes(10)),
    carrier: courier,
  });

const openIntents = async (shop: Shop, intents: number) => {
  for (let opened = 0; opened < intents; opened += 1) await shop.openIntent();
};

describe('Courier', () => {
  it('sends what is due, and reports what became of it', async () => {
    const { ports, shop, results, courier } = await setUp();
    const { endpoint } = await openEndpoint(shop);
    await add(shop, endpoint.id, 3);
    courier.look();
    await waitUntil('everything was delivered', async () => (await count(shop, 'delivered')) === 3);
    expect(ports.webhookSender.requests).toHaveLength(3);
    await waitUntil('everything was reported', () => results.length === 3);
    expect(results.every(({ isDelivered }) => isDelivered)).toBe(true);
  });

  it('refills a slot as soon as it is free, and does not wait for the slowest', async () => {
    const { shop, courier } = await setUp();
    const { endpoint } = await openEndpoint(shop);
    const receiver = hold(shop, endpoint.url);
    await add(shop, endpoint.id, PER_ENDPOINT + 5);
    courier.look();
    await settle();
    expect(receiver.open).toBe(PER_ENDPOINT);
    receiver.answer(2);
    await settle();
    expect(receiver.open).toBe(PER_ENDPOINT);
    expect(await count(shop, 'delivered')).toBe(2);
    receiver.answer(PER_ENDPOINT);
    await settle();
    expect(receiver.open).toBe(3);
  });

  it('does not let an endpoint that hangs delay the others', async () => {
    const { ports, shop, courier } = await setUp();
    const { endpoint: hanging } = await openEndpoint(shop, { url: 'https://hanging.example' });
    const { endpoint: healthy } = await openEndpoint(shop, { url: 'https://healthy.example' });
    const receiver = hold(shop, hanging.url);
    await add(shop, hanging.id, 100);
    await add(shop, healthy.id, 100);
    courier.look();
    await waitUntil('the healthy one got everything', async () => (await count(shop, 'delivered')) === 100);
    expect(ports.webhookSender.requests.filter(({ url }) => url === healthy.url)).toHaveLength(100);
    expect(receiver.open).toBe(PER_ENDPOINT);
  });

  it('sends little to an endpoint that fails, until it succeeds again', async () => {
    const { ports, shop, courier } = await setUp();
    const { endpoint } = await openEndpoint(shop);
    const receiver = hold(shop, endpoint.url);
    await add(shop, endpoint.id, 100);
    courier.look();
    await settle();
    receiver.answer(PER_ENDPOINT, { status: undefined, error: 'There was no response in time.' });
    await settle();
    expect(receiver.open).toBe(LIMITS.deliveriesInFlightToFailingMax);
    receiver.answer(1, { status: 200 });
    await settle();
    expect(receiver.open).toBe(PER_ENDPOINT);
    expect(ports.webhookSender.requests.length).toBeLessThan(100);
  });

  it('starts nothing more when every slot is taken, and then goes on with the endpoints that got none', async () => {
    const { ports, options, courier } = await setUp();
    const shops: Shop[] = [];
    for (let place = 0; place < 40; place += 1) shops.push(await openShop({ ports, name: `shop-${place}` }));
    const receivers: ReturnType<typeof hold>[] = [];
    for (const shop of shops) {
      const { endpoint } = await openEndpoint(shop, { url: `https://${shop.tenant.merchantId}.example` });
      receivers.push(hold(shop, endpoint.url));
      await add(shop, endpoint.id, 20);
    }
    const inFlight = () => receivers.reduce((sum, { open }) => sum + open, 0);
    courier.look();
    await settle();
    const perMerchant = Math.floor(LIMITS.deliveriesInFlightMax / 40);
    expect(receivers.map(({ open }) => open)).toEqual(Array(40).fill(perMerchant));
    for (const receiver of receivers) receiver.answer(1);
    await settle();
    expect(inFlight()).toBeLessThanOrEqual(LIMITS.deliveriesInFlightMax);
    expect(receivers.every(({ open }) => open === perMerchant)).toBe(true);
    expect(options.slots.isFull).toBe(false);
  });

  it('tries again when it is time', async () => {
    const { ports, shop, courier } = await setUp();
    const { endpoint } = await openEndpoint(shop);
    ports.webhookSender.answers.set(endpoint.url, () => ({ status: 503, headers: { 'retry-after': '60' } }));
    await add(shop, endpoint.id, 1);
    const nextAttemptAtMs = ports.clock.nowMs() + 60_000;
    courier.look();
    await settle();
    const [delivery] = await shop.store.deliveries.list({ limit: 1 });
    expect(delivery).toMatchObject({ state: 'pending', attempts: 1, nextAttemptAtMs });
    ports.webhookSender.answers.clear();
    ports.clock.advance(nextAttemptAtMs - 1 - ports.clock.nowMs());
    courier.look();
    await settle();
    expect(ports.webhookSender.requests).toHaveLength(1);
    ports.clock.advance(1);
    courier.look();
    await settle();
    expect(await count(shop, 'delivered')).toBe(1);
  });

  it('disables an endpoint that is gone, with an event, and fails what is pending for it', async () => {
    const { ports, shop, courier } = await setUp();
    const { endpoint } = await openEndpoint(shop);
    const receiver = hold(shop, endpoint.url);
    await add(shop, endpoint.id, 50);
    courier.look();
    await settle();
    receiver.answer(1, { status: 410 });
    await waitUntil('everything failed', async () => (await count(shop, 'failed')) === 50);
    expect(await shop.store.endpoints.find(endpoint.id)).toMatchObject({ status: 'disabled', disabledReason: 'gone' });
    expect(ports.stores.main.tables.eventQueue).toMatchObject([
      {
        type: 'webhook_endpoint.disabled',
        merchantId: shop.tenant.merchantId,
        of: { object: { id: endpoint.id, status: 'disabled', livemode: false } },
      },
    ]);
    expect(ports.webhookSender.requests).toHaveLength(PER_ENDPOINT);
  });

  it('records a result again while the database is away, and says what failed', async () => {
    let failures = 2;
    const { shop, results, courier } = await setUp({
      queueOf: (queue) => ({
        ...queue,
        record: (...args) => {
          failures -= 1;
          return failures >= 0 ? Promise.reject(new Error('away')) : queue.record(...args);
        },
      }),
    });
    const { endpoint } = await openEndpoint(shop);
    await add(shop, endpoint.id, 1);
    courier.look();
    await waitUntil('it was recorded', () => results.length === 1);
    expect(await count(shop, 'delivered')).toBe(1);
    expect(() => courier.look()).toThrow('away');
    expect(() => courier.look()).not.toThrow();
  });

  it('goes on after it could not claim', async () => {
    let isAway = true;
    const { shop, courier } = await setUp({
      queueOf: (queue) => ({
        ...queue,
        claim: (claim) => (isAway ? Promise.reject(new Error('away')) : queue.claim(claim)),
      }),
    });
    const { endpoint } = await openEndpoint(shop);
    await add(shop, endpoint.id, PER_ENDPOINT);
    courier.look();
    await settle();
    isAway = false;
    expect(() => courier.look()).toThrow('away');
    await waitUntil('everything was delivered', async () => (await count(shop, 'delivered')) === PER_ENDPOINT);
  });

  it('lets another process send at once what it could not finish before it stopped', async () => {
    const { ports, shop, results, courier, open } = await setUp();
    const { endpoint } = await openEndpoint(shop);
    const receiver = hold(shop, endpoint.url);
    await add(shop, endpoint.id, 2);
    courier.look();
    await settle();
    const stoppedAtMs = ports.clock.nowMs();
    const stopping = courier.stop();
    receiver.answer(1);
    await stopping;
    expect(ports.clock.nowMs() - stoppedAtMs).toBeLessThan(2_000);
    expect(results).toHaveLength(1);
    await add(shop, endpoint.id, 1);
    courier.wake();
    await settle();
    expect(ports.webhookSender.requests).toHaveLength(2);
    ports.webhookSender.answers.clear();
    open().look();
    await waitUntil('everything was delivered', async () => (await count(shop, 'delivered')) === 3);
    // What the process that stopped hears later does not count.
    receiver.answer(1, { status: 500 });
    await settle();
    expect(await count(shop, 'delivered')).toBe(3);
  });

  it('sends the next event of an intent when the one before has arrived', async () => {
    const { ports, shop, courier } = await setUp();
    const { endpoint } = await openEndpoint(shop);
    const intent = await shop.openIntent();
    await shop.store.intents.change(intent.id, ports.clock.nowMs(), (found) => ({
      intent: { ...found, sequence: 2 },
      events: [{ type: 'payment_intent.flagged', changes: { flags: [] } }],
    }));
    await ports.stores.main.eventDispatch.dispatch({
      nowMs: ports.clock.nowMs(),
      limit: 10,
      render: ({ number }) => String(number),
      newId: () => makeId('dlv', ports.clock.nowMs(), ports.random.bytes(10)),
    });
    const receiver = hold(shop, endpoint.url);
    courier.look();
    await settle();
    expect(ports.webhookSender.requests.map(({ body }) => body)).toEqual(['1']);
    receiver.answer(1);
    await settle();
    expect(ports.webhookSender.requests.map(({ body }) => body)).toEqual(['1', '2']);
    expect(receiver.open).toBe(1);
  });

  it('sends new deliveries without a search, as slots become free', async () => {
    const searches: string[] = [];
    const { ports, shop, options, courier } = await setUp({
      queueOf: (queue) => ({
        ...queue,
        listPending: (...args) => {
          searches.push('list');
          return queue.listPending(...args);
        },
      }),
    });
    const { endpoint } = await openEndpoint(shop);
    const receiver = hold(shop, endpoint.url);
    await openIntents(shop, PER_ENDPOINT + 3);
    await dispatch(shop, courier);
    await settle();
    expect(receiver.open).toBe(PER_ENDPOINT);
    receiver.answer(1);
    await settle();
    expect(receiver.open).toBe(PER_ENDPOINT);
    receiver.answer(PER_ENDPOINT);
    await settle();
    receiver.answer(2);
    await settle();
    expect(await count(shop, 'delivered')).toBe(PER_ENDPOINT + 3);
    expect(ports.webhookSender.requests).toHaveLength(PER_ENDPOINT + 3);
    expect(searches).toEqual([]);
    expect(options.slots.take([pendingFor(endpoint.id, shop)])).toMatchObject([{ count: PER_ENDPOINT }]);
  });

  it('offers no room for new deliveries that others of the same endpoint wait for', async () => {
    const { shop, options, courier } = await setUp();
    const { merchantId } = shop.tenant;
    const { endpoint: crowded } = await openEndpoint(shop, { url: 'https://crowded.example' });
    const { endpoint: free } = await openEndpoint(shop, { url: 'https://free.example' });
    hold(shop, crowded.url);
    await add(shop, crowded.id, PER_ENDPOINT + 1);
    courier.look();
    await settle();
    options.slots.free({ endpointId: crowded.id, merchantId }, 1);
    const { rooms } = courier.offer([crowded, free].map(({ id }) => pendingFor(id, shop)));
    expect(rooms).toEqual([{ endpointId: free.id, merchantId, count: AHEAD_MAX }]);
  });

  it('offers no room while new deliveries wait, to an endpoint that fails, or after it was stopped', async () => {
    const { shop, courier } = await setUp();
    const { endpoint } = await openEndpoint(shop);
    const due = pendingFor(endpoint.id, shop);
    expect(courier.offer([{ ...due, isFailing: true }]).rooms).toEqual([]);
    hold(shop, endpoint.url);
    await openIntents(shop, PER_ENDPOINT);
    await dispatch(shop, courier);
    expect(courier.offer([due]).rooms).toHaveLength(1);
    await openIntents(shop, 1);
    await dispatch(shop, courier);
    expect(courier.offer([due]).rooms).toEqual([]);
    const other = pendingFor((await openEndpoint(shop)).endpoint.id, shop);
    expect(courier.offer([other]).rooms).toHaveLength(1);
    await courier.stop();
    expect(courier.offer([other]).rooms).toEqual([]);
  });

  it('lets others claim new deliveries that wait, once their endpoint fails', async () => {
    const { ports, shop, open, courier } = await setUp();
    const { endpoint } = await openEndpoint(shop);
    const receiver = hold(shop, endpoint.url);
    await openIntents(shop, PER_ENDPOINT + 5);
    await dispatch(shop, courier);
    await settle();
    receiver.answer(PER_ENDPOINT, { status: 500 });
    await settle();
    expect(ports.webhookSender.requests).toHaveLength(PER_ENDPOINT);
    open().look();
    await settle();
    expect(receiver.open).toBe(LIMITS.deliveriesInFlightToFailingMax);
  });

  it('lets others claim new deliveries that have waited too long', async () => {
    const { ports, shop, open, courier } = await setUp();
    const { endpoint } = await openEndpoint(shop);
    const receiver = hold(shop, endpoint.url);
    await openIntents(shop, PER_ENDPOINT + 3);
    await dispatch(shop, courier);
    await settle();
    ports.clock.advance(AHEAD_MS_MAX);
    receiver.answer(1);
    await settle();
    expect(ports.webhookSender.requests).toHaveLength(PER_ENDPOINT + 1);
    ports.clock.advance(1);
    receiver.answer(1);
    await settle();
    expect(ports.webhookSender.requests).toHaveLength(PER_ENDPOINT + 1);
    receiver.answer(PER_ENDPOINT);
    await settle();
    open().look();
    await settle();
    expect(ports.webhookSender.requests).toHaveLength(PER_ENDPOINT + 3);
  });

  it('gives back new deliveries that wait when it stops', async () => {
    const { ports, shop, open, courier } = await setUp();
    const { endpoint } = await openEndpoint(shop);
    const receiver = hold(shop, endpoint.url);
    await openIntents(shop, PER_ENDPOINT + 2);
    await dispatch(shop, courier);
    await settle();
    const stopping = courier.stop();
    receiver.answer(PER_ENDPOINT);
    await stopping;
    expect(ports.webhookSender.requests).toHaveLength(PER_ENDPOINT);
    ports.webhookSender.answers.clear();
    open().look();
    await waitUntil('everything was delivered', async () => (await count(shop, 'delivered')) === PER_ENDPOINT + 2);
  });

  it('never exceeds the limit of the process with several databases', async () => {
    const { ports, options, open } = await setUp();
    const couriers = [open(), open()];
    const shops: Shop[] = [];
    for (let place = 0; place < 10; place += 1) shops.push(await openShop({ ports, name: `shop-${place}` }));
    const receivers: ReturnType<typeof hold>[] = [];
    for (const shop of shops) {
      for (let place = 0; place < 8; place += 1) {
        const { endpoint } = await openEndpoint(shop, { url: `https://${shop.tenant.merchantId}/${place}` });
        receivers.push(hold(shop, endpoint.url));
        await add(shop, endpoint.id, 20);
      }
    }
    for (const courier of couriers) courier.look();
    await settle();
    const inFlight = receivers.reduce((sum, receiver) => sum + receiver.open, 0);
    expect(inFlight).toBeLessThanOrEqual(LIMITS.deliveriesInFlightMax);
    expect(inFlight).toBeGreaterThan(LIMITS.deliveriesInFlightMax / 2);
    expect(options.slots.isFull).toBe(inFlight === LIMITS.deliveriesInFlightMax);
  });
});
