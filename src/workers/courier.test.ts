import { describe, expect, it } from 'vitest';
import { openEndpoint } from '../../test/memory/open-endpoint.ts';
import { openShop, type Shop } from '../../test/memory/open-shop.ts';
import { waitUntil } from '../../test/support/wait-until.ts';
import { makeId } from '../domain/ids.ts';
import { LIMITS } from '../domain/limits.ts';
import { addDue, countDeliveries, hold, openCourier, settle } from './open-courier.test-fixture.ts';

const PER_ENDPOINT = LIMITS.deliveriesInFlightToEndpointMax;

describe('Courier', () => {
  it('sends what is due, and reports what became of it', async () => {
    const { ports, shop, results, courier } = await openCourier();
    const { endpoint } = await openEndpoint(shop);
    await addDue(shop, endpoint.id, 3);
    courier.look();
    await waitUntil('everything was delivered', async () => (await countDeliveries(shop, 'delivered')) === 3);
    expect(ports.webhookSender.requests).toHaveLength(3);
    await waitUntil('everything was reported', () => results.length === 3);
    expect(results.every(({ isDelivered }) => isDelivered)).toBe(true);
  });

  it('refills a slot as soon as it is free, and does not wait for the slowest', async () => {
    const { shop, courier } = await openCourier();
    const { endpoint } = await openEndpoint(shop);
    const receiver = hold(shop, endpoint.url);
    await addDue(shop, endpoint.id, PER_ENDPOINT + 5);
    courier.look();
    await settle();
    expect(receiver.open).toBe(PER_ENDPOINT);
    receiver.answer(2);
    await settle();
    expect(receiver.open).toBe(PER_ENDPOINT);
    expect(await countDeliveries(shop, 'delivered')).toBe(2);
    receiver.answer(PER_ENDPOINT);
    await settle();
    expect(receiver.open).toBe(3);
  });

  it('does not let an endpoint that hangs delay the others', async () => {
    const { ports, shop, courier } = await openCourier();
    const { endpoint: hanging } = await openEndpoint(shop, { url: 'https://hanging.example' });
    const { endpoint: healthy } = await openEndpoint(shop, { url: 'https://healthy.example' });
    const receiver = hold(shop, hanging.url);
    await addDue(shop, hanging.id, 100);
    await addDue(shop, healthy.id, 100);
    courier.look();
    await waitUntil('the healthy one got everything', async () => (await countDeliveries(shop, 'delivered')) === 100);
    expect(ports.webhookSender.requests.filter(({ url }) => url === healthy.url)).toHaveLength(100);
    expect(receiver.open).toBe(PER_ENDPOINT);
  });

  it('sends little to an endpoint that fails, until it succeeds again', async () => {
    const { ports, shop, courier } = await openCourier();
    const { endpoint } = await openEndpoint(shop);
    const receiver = hold(shop, endpoint.url);
    await addDue(shop, endpoint.id, 100);
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
    const { ports, options, courier } = await openCourier();
    const shops: Shop[] = [];
    for (let place = 0; place < 40; place += 1) shops.push(await openShop({ ports, name: `shop-${place}` }));
    const receivers: ReturnType<typeof hold>[] = [];
    for (const shop of shops) {
      const { endpoint } = await openEndpoint(shop, { url: `https://${shop.tenant.merchantId}.example` });
      receivers.push(hold(shop, endpoint.url));
      await addDue(shop, endpoint.id, 20);
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
    const { ports, shop, courier } = await openCourier();
    const { endpoint } = await openEndpoint(shop);
    ports.webhookSender.answers.set(endpoint.url, () => ({ status: 503, headers: { 'retry-after': '60' } }));
    await addDue(shop, endpoint.id, 1);
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
    expect(await countDeliveries(shop, 'delivered')).toBe(1);
  });

  it('disables an endpoint that is gone, with an event, and fails what is pending for it', async () => {
    const { ports, shop, courier } = await openCourier();
    const { endpoint } = await openEndpoint(shop);
    const receiver = hold(shop, endpoint.url);
    await addDue(shop, endpoint.id, 50);
    courier.look();
    await settle();
    receiver.answer(1, { status: 410 });
    await waitUntil('everything failed', async () => (await countDeliveries(shop, 'failed')) === 50);
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
    const { shop, results, courier } = await openCourier({
      queueOf: (queue) => ({
        ...queue,
        record: (...args) => {
          failures -= 1;
          return failures >= 0 ? Promise.reject(new Error('away')) : queue.record(...args);
        },
      }),
    });
    const { endpoint } = await openEndpoint(shop);
    await addDue(shop, endpoint.id, 1);
    courier.look();
    await waitUntil('it was recorded', () => results.length === 1);
    expect(await countDeliveries(shop, 'delivered')).toBe(1);
    expect(() => courier.look()).toThrow('away');
    expect(() => courier.look()).not.toThrow();
  });

  it('goes on after it could not claim', async () => {
    let isAway = true;
    const { shop, courier } = await openCourier({
      queueOf: (queue) => ({
        ...queue,
        claim: (claim) => (isAway ? Promise.reject(new Error('away')) : queue.claim(claim)),
      }),
    });
    const { endpoint } = await openEndpoint(shop);
    await addDue(shop, endpoint.id, PER_ENDPOINT);
    courier.look();
    await settle();
    isAway = false;
    expect(() => courier.look()).toThrow('away');
    await waitUntil(
      'everything was delivered',
      async () => (await countDeliveries(shop, 'delivered')) === PER_ENDPOINT,
    );
  });

  it('lets another process send at once what it could not finish before it stopped', async () => {
    const { ports, shop, results, courier, open } = await openCourier();
    const { endpoint } = await openEndpoint(shop);
    const receiver = hold(shop, endpoint.url);
    await addDue(shop, endpoint.id, 2);
    courier.look();
    await settle();
    const stoppedAtMs = ports.clock.nowMs();
    const stopping = courier.stop();
    receiver.answer(1);
    await stopping;
    expect(ports.clock.nowMs() - stoppedAtMs).toBeLessThan(2_000);
    expect(results).toHaveLength(1);
    await addDue(shop, endpoint.id, 1);
    courier.wake();
    await settle();
    expect(ports.webhookSender.requests).toHaveLength(2);
    ports.webhookSender.answers.clear();
    open().look();
    await waitUntil('everything was delivered', async () => (await countDeliveries(shop, 'delivered')) === 3);
    // What the process that stopped hears later does not count.
    receiver.answer(1, { status: 500 });
    await settle();
    expect(await countDeliveries(shop, 'delivered')).toBe(3);
  });

  it('sends the next event of an intent when the one before has arrived', async () => {
    const { ports, shop, courier } = await openCourier();
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

  it('never exceeds the limit of the process with several databases', async () => {
    const { ports, options, open } = await openCourier();
    const couriers = [open(), open()];
    const shops: Shop[] = [];
    for (let place = 0; place < 10; place += 1) shops.push(await openShop({ ports, name: `shop-${place}` }));
    const receivers: ReturnType<typeof hold>[] = [];
    for (const shop of shops) {
      for (let place = 0; place < 8; place += 1) {
        const { endpoint } = await openEndpoint(shop, { url: `https://${shop.tenant.merchantId}/${place}` });
        receivers.push(hold(shop, endpoint.url));
        await addDue(shop, endpoint.id, 20);
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
