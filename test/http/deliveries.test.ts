import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { create, createdId, type Keys, type Reply, send } from '../support/client.ts';
import { createMerchant } from '../support/server.ts';
import { waitUntil } from '../support/wait-until.ts';
import { expectParameters, expectProblem } from './expect-problem.ts';
import { type Receiver, startReceiver } from './start-receiver.ts';
import { type Shop, startShop } from './start-shop.ts';

let shop: Shop;
let receiver: Receiver;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.stop());
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(() => receiver.stop());

interface Delivery {
  id: string;
  endpoint: string;
  event: string;
  event_type: string;
  payment_intent_id: string;
  number: number;
  state: string;
  attempt_count: number;
  last_status: number | null;
}

const call = (keys: Keys, path: string, init: Parameters<typeof send>[3] = {}) => send(shop.baseUrl, keys, path, init);
const dataOf = ({ json }: Reply) => json['data'] as Delivery[];

/** A merchant with one endpoint. */
async function openEndpoint(events = ['*'], url = receiver.url) {
  const keys = await createMerchant(shop.options);
  const reply = await call(keys, '/webhook_endpoints', { body: { url, events } });
  expect(reply.status, reply.text).toBe(201);
  return { keys, endpoint: String(reply.json['id']), secret: String(reply.json['secret']) };
}

const untilDelivery = (keys: Keys, query: string, isWanted: (delivery: Delivery) => boolean) =>
  waitUntil(`a delivery of ${query}`, async () => dataOf(await call(keys, `/deliveries${query}`)).find(isWanted));

const isDelivered = ({ state }: Delivery) => state === 'delivered';

describe('200', () => {
  it('shows what was sent and what came back', async () => {
    receiver.answer = { status: 202, body: 'thanks', headers: { 'x-shop': 'tulips' } };
    const { keys, endpoint, secret } = await openEndpoint();
    const intent = createdId(await create(shop.baseUrl, keys));
    const { id, event } = await untilDelivery(keys, '', isDelivered);
    const { json } = await call(keys, `/deliveries/${id}`);
    expect(json).toMatchObject({
      object: 'delivery',
      livemode: false,
      endpoint,
      event_type: 'payment_intent.created',
      number: 1,
      payment_intent_id: intent,
      state: 'delivered',
      attempt_count: 1,
      next_attempt_at: null,
      last_status: 202,
      last_error: null,
    });
    const [attempt] = json['attempts'] as { request: { headers: Record<string, string> }; response: object }[];
    expect(attempt).toMatchObject({
      attempt: 1,
      error: null,
      response: { status: 202, body: 'thanks', headers: { 'x-shop': 'tulips' } },
    });
    const [received] = receiver.received;
    expect(received?.body).toBe(json['body']);
    const headers = (received?.headers ?? {}) as Record<string, string>;
    expect(headers).toMatchObject(attempt?.request.headers ?? {});
    expect(new Webhook(secret).verify(received?.body ?? '', headers)).toMatchObject({ id: event });
    const { deliveries, ...shown } = (await call(keys, `/events/${event}`)).json;
    expect(JSON.parse(received?.body ?? '')).toEqual(shown);
    expect(deliveries).toBe(1);
    expect(JSON.stringify(json)).not.toContain(secret);
  });

  it('lists the newest first, in pages, by endpoint, event, payment intent and state', async () => {
    const { keys, endpoint } = await openEndpoint();
    for (let count = 0; count < 3; count += 1) await create(shop.baseUrl, keys);
    await waitUntil('three are delivered', async () => {
      const found = dataOf(await call(keys, '/deliveries?state=delivered'));
      return found.length === 3;
    });
    const all = await call(keys, '/deliveries');
    const ids = dataOf(all).map(({ id }) => id);
    expect(ids.toSorted().toReversed()).toEqual(ids);
    const first = await call(keys, '/deliveries?limit=2');
    expect(dataOf(first).map(({ id }) => id)).toEqual(ids.slice(0, 2));
    const next = await call(keys, `/deliveries?limit=2&cursor=${String(first.json['next_cursor'])}`);
    expect([dataOf(next).map(({ id }) => id), next.json['next_cursor']]).toEqual([ids.slice(2), null]);
    const [newest] = dataOf(all);
    expect(dataOf(await call(keys, `/deliveries?event=${newest?.event}`)).map(({ id }) => id)).toEqual([newest?.id]);
    expect(dataOf(await call(keys, `/deliveries?endpoint=${endpoint}`))).toHaveLength(3);
    expect(dataOf(await call(keys, '/deliveries?endpoint=we_0000000000000000000000'))).toEqual([]);
    const ofIntent = await call(keys, `/deliveries?payment_intent_id=${newest?.payment_intent_id}`);
    expect(dataOf(ofIntent).map(({ id }) => id)).toEqual([newest?.id]);
    expectProblem(await call(keys, '/deliveries?payment_intent_id=pi_0000000000000000000000'), 404, 'not_found');
    expectProblem(await call(keys, '/deliveries?payment_intent_id=x'), 404, 'not_found');
    expect(dataOf(await call(keys, '/deliveries?state=failed'))).toEqual([]);
  });

  it('sends only the types that an endpoint wants', async () => {
    const { keys } = await openEndpoint(['payment_intent.canceled']);
    const id = createdId(await create(shop.baseUrl, keys));
    await call(keys, `/payment_intents/${id}/cancel`, { method: 'POST' });
    await untilDelivery(keys, '', isDelivered);
    expect(dataOf(await call(keys, '/deliveries')).map(({ event_type: type }) => type)).toEqual([
      'payment_intent.canceled',
    ]);
  });

  it('sends a range of events again, with the same ID and body', async () => {
    const { keys, endpoint } = await openEndpoint(['payment_intent.created']);
    const id = createdId(await create(shop.baseUrl, keys));
    await call(keys, `/payment_intents/${id}/cancel`, { method: 'POST' });
    await create(shop.baseUrl, keys);
    await waitUntil('both are received', () => receiver.received.length === 2);
    const path = `/webhook_endpoints/${endpoint}/resend`;
    // The second event is of a type that the endpoint does not want.
    expect((await call(keys, path, { body: { after: 0, before: 3 } })).json).toEqual({ resent: 1 });
    await waitUntil('one comes again', () => receiver.received.length === 3);
    const [first, , again] = receiver.received;
    expect([again?.body, again?.headers['webhook-id']]).toEqual([first?.body, first?.headers['webhook-id']]);
    expect((await call(keys, path, { body: { after: 3, before: 9 } })).json).toEqual({ resent: 0 });
  });

  it('starts nothing if nothing failed', async () => {
    const { keys, endpoint } = await openEndpoint();
    const reply = await call(keys, `/webhook_endpoints/${endpoint}/resend`, { body: { state: 'failed' } });
    expect(reply.json).toEqual({ resent: 0 });
  });
});

describe('201', () => {
  it('sends a test event, which is in no list of events', async () => {
    const { keys, endpoint, secret } = await openEndpoint(['wallet.changed']);
    const reply = await call(keys, `/webhook_endpoints/${endpoint}/test`, { method: 'POST' });
    expect(reply.status, reply.text).toBe(201);
    expect(reply.json).toMatchObject({ event_type: 'webhook_endpoint.test', number: 0, state: 'pending' });
    await waitUntil('it is received', () => receiver.received.length === 1);
    const [{ headers, body } = { headers: {}, body: '' }] = receiver.received;
    const event = new Webhook(secret).verify(body, headers as Record<string, string>);
    expect(event).toMatchObject({
      type: 'webhook_endpoint.test',
      number: 0,
      sequence: null,
      data: { object: { id: endpoint, object: 'webhook_endpoint', url: receiver.url } },
    });
    expect(body).not.toContain('whsec_');
    expect((await call(keys, '/events')).json).toMatchObject({ data: [], last_number: 0 });
  });

  it('sends a delivery again, as a new one', async () => {
    const { keys } = await openEndpoint();
    await create(shop.baseUrl, keys);
    const first = await untilDelivery(keys, '', isDelivered);
    const reply = await call(keys, `/deliveries/${first.id}/resend`, { method: 'POST' });
    expect(reply.status).toBe(201);
    expect(reply.json).toMatchObject({ event: first.event, state: 'pending', attempt_count: 0 });
    expect(reply.json['id']).not.toBe(first.id);
    await waitUntil('it comes again', () => receiver.received.length === 2);
    const [one, two] = receiver.received;
    expect([two?.body, two?.headers['webhook-id']]).toEqual([one?.body, one?.headers['webhook-id']]);
  });

  it('sends an event again, to every endpoint that wants it or to one', async () => {
    const { keys, endpoint } = await openEndpoint();
    const other = await call(keys, '/webhook_endpoints', { body: { url: receiver.url, events: ['wallet.changed'] } });
    await create(shop.baseUrl, keys);
    const { event } = await untilDelivery(keys, '', isDelivered);
    const path = `/events/${event}/resend`;
    const all = dataOf(await call(keys, path, { body: {} }));
    expect(all.map((delivery) => [delivery.endpoint, delivery.event])).toEqual([[endpoint, event]]);
    const id = String(other.json['id']);
    const one = dataOf(await call(keys, path, { body: { endpoint: id } }));
    expect(one.map((delivery) => delivery.endpoint)).toEqual([id]);
    await waitUntil('all are received', () => receiver.received.length === 3);
    expect((await call(keys, `/events/${event}`)).json).toMatchObject({ deliveries: 3 });
  });
});

describe('404', () => {
  it('for a delivery that is not there, or is another merchant’s', async () => {
    const { keys } = await openEndpoint();
    await create(shop.baseUrl, keys);
    const { id, event } = await untilDelivery(keys, '', isDelivered);
    const stranger = await openEndpoint();
    for (const asked of [id, 'dlv_0000000000000000000000', 'dlv_1']) {
      expectProblem(await call(stranger.keys, `/deliveries/${asked}`), 404, 'not_found');
      expectProblem(await call(stranger.keys, `/deliveries/${asked}/resend`, { method: 'POST' }), 404, 'not_found');
    }
    expect(dataOf(await call(stranger.keys, `/deliveries?event=${event}`))).toEqual([]);
    const path = `/events/${event}/resend`;
    expectProblem(await call(stranger.keys, path, { body: {} }), 404, 'not_found');
    // One’s own event, and the endpoint of somebody else.
    expectProblem(await call(keys, path, { body: { endpoint: stranger.endpoint } }), 404, 'not_found');
  });
});

describe('409', () => {
  it('for sending again to an endpoint that is disabled', async () => {
    const { keys, endpoint } = await openEndpoint();
    await create(shop.baseUrl, keys);
    const { id, event } = await untilDelivery(keys, '', isDelivered);
    await call(keys, `/webhook_endpoints/${endpoint}`, { method: 'PATCH', body: { status: 'disabled' } });
    expectProblem(await call(keys, `/deliveries/${id}/resend`, { method: 'POST' }), 409, 'invalid_state');
    expectProblem(await call(keys, `/events/${event}/resend`, { body: { endpoint } }), 409, 'invalid_state');
    expect((await call(keys, `/events/${event}/resend`, { body: {} })).json).toEqual({ data: [] });
  });
});

describe('422', () => {
  it.each([
    ['?state=lost', ['state']],
    ['?endpoint=evt_0000000000000000000000', ['endpoint']],
    ['?endpoint=we_zzzzzzzzzzzzzzzzzzzzzz', ['endpoint']],
    ['?event=1', ['event']],
    ['?cursor=1', ['cursor']],
    ['?limit=101', ['limit']],
    ['?payment=1', ['payment']],
  ])('for %s', async (query, parameters) => {
    expectParameters(await call(shop.keys, `/deliveries${query}`), parameters);
  });
});
