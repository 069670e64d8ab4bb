import { describe, expect, it } from 'vitest';
import { openEndpoint } from '../../test/memory/open-endpoint.ts';
import type { Shop } from '../../test/memory/open-shop.ts';
import { waitUntil } from '../../test/support/wait-until.ts';
import { type EndpointId, makeId } from '../domain/ids.ts';
import { LIMITS } from '../domain/limits.ts';
import { AHEAD_MAX, AHEAD_MS_MAX, type Courier } from './courier.ts';
import { addDue, countDeliveries, hold, openCourier, settle } from './open-courier.test-fixture.ts';

const PER_ENDPOINT = LIMITS.deliveriesInFlightToEndpointMax;

const pendingFor = (id: EndpointId, { tenant }: Shop) => ({
  id,
  merchantId: tenant.merchantId,
  livemode: false,
  isEnabled: true,
  isFailing: false,
});

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

describe('Courier with new deliveries', () => {
  it('sends new deliveries without a search, as slots become free', async () => {
    const searches: string[] = [];
    const { ports, shop, options, courier } = await openCourier({
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
    expect(await countDeliveries(shop, 'delivered')).toBe(PER_ENDPOINT + 3);
    expect(ports.webhookSender.requests).toHaveLength(PER_ENDPOINT + 3);
    expect(searches).toEqual([]);
    expect(options.slots.take([pendingFor(endpoint.id, shop)])).toMatchObject([{ count: PER_ENDPOINT }]);
  });

  it('offers no room for new deliveries that others of the same endpoint wait for', async () => {
    const { shop, options, courier } = await openCourier();
    const { merchantId } = shop.tenant;
    const { endpoint: crowded } = await openEndpoint(shop, { url: 'https://crowded.example' });
    const { endpoint: free } = await openEndpoint(shop, { url: 'https://free.example' });
    hold(shop, crowded.url);
    await addDue(shop, crowded.id, PER_ENDPOINT + 1);
    courier.look();
    await settle();
    options.slots.free({ endpointId: crowded.id, merchantId }, 1);
    const { rooms } = courier.offer([crowded, free].map(({ id }) => pendingFor(id, shop)));
    expect(rooms).toEqual([{ endpointId: free.id, merchantId, count: AHEAD_MAX }]);
  });

  it('offers no room while new deliveries wait, to an endpoint that fails, or after it was stopped', async () => {
    const { shop, courier } = await openCourier();
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
    const { ports, shop, open, courier } = await openCourier();
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
    const { ports, shop, open, courier } = await openCourier();
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
    const { ports, shop, open, courier } = await openCourier();
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
    await waitUntil(
      'everything was delivered',
      async () => (await countDeliveries(shop, 'delivered')) === PER_ENDPOINT + 2,
    );
  });
});
