import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventIdOf } from '../../src/domain/events/event-id.ts';
import { type IntentId, makeId } from '../../src/domain/ids.ts';
import { LIMITS } from '../../src/domain/limits.ts';
import { create, createdId, type Keys, type Reply, send, validBody } from '../support/client.ts';
import { createMerchant, florin, startServer } from '../support/server.ts';
import { waitUntil } from '../support/wait-until.ts';
import { expectParameters, expectProblem } from './expect-problem.ts';
import { type Shop, startShop } from './start-shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.stop());

interface Event {
  id: string;
  type: string;
  number: number;
  sequence: number | null;
  timestamp: string;
  data: { object: Record<string, unknown> };
  previous_attributes: Record<string, unknown> | null;
}

const list = (query = '', keys: Keys = shop.keys): Promise<Reply> => send(shop.baseUrl, keys, `/events${query}`);
const eventsIn = ({ json }: Pick<Reply, 'json'>) => json['data'] as Event[];
const numbersIn = (reply: Reply) => eventsIn(reply).map(({ number }) => number);

const newMerchant = () => createMerchant(shop.options);

const newKey = (merchantId: string, ...options: string[]) =>
  florin<Keys & { id: string }>(shop.options, 'keys', 'create', '--merchant', merchantId, ...options);

const untilNumber = (keys: Keys, number: number) =>
  waitUntil(`event ${number} is numbered`, async () => {
    const reply = await list('?after=now', keys);
    return Number(reply.json['last_number']) >= number ? reply : undefined;
  });

async function createAndCancel(keys: Keys): Promise<string> {
  const id = createdId(await create(shop.baseUrl, keys));
  await send(shop.baseUrl, keys, `/payment_intents/${id}/cancel`, { method: 'POST' });
  return id;
}

interface OpenedStream {
  events: () => { id: string; event: string; data: Event }[];
  status: number;
  contentType: string;
  ended: () => boolean;
  close(): void;
}

function openStream(
  path: string,
  keys: Keys,
  headers: Record<string, string> = {},
  baseUrl = shop.baseUrl,
): Promise<OpenedStream> {
  return new Promise((resolve, reject) => {
    const all = { authorization: `Bearer ${keys.private_key}`, accept: 'text/event-stream', ...headers };
    const outgoing = request(`${baseUrl}/${keys.public_key}${path}`, { headers: all, agent: false }, (answer) => {
      let text = '';
      let ended = false;
      answer.on('data', (chunk: Buffer) => {
        text += chunk.toString();
      });
      answer.on('close', () => {
        ended = true;
      });
      answer.on('error', () => undefined);
      resolve({
        status: answer.statusCode ?? 0,
        contentType: answer.headers['content-type'] ?? '',
        events: () =>
          [...text.matchAll(/^id: (\d+)\nevent: (\S+)\ndata: (.*)\n\n/gm)].map(
            ([, id = '', event = '', data = '{}']) => ({ id, event, data: JSON.parse(data) as Event }),
          ),
        ended: () => ended,
        close: () => outgoing.destroy(),
      });
    });
    outgoing.on('error', reject);
    outgoing.end();
  });
}

const until = (stream: OpenedStream, count: number) =>
  waitUntil(`${count} events have come`, () => (stream.events().length >= count ? stream.events() : undefined));

describe('200 for a list', () => {
  it('has the events of a merchant in order, with the intent as of each', async () => {
    const keys = await newMerchant();
    const id = await createAndCancel(keys);
    await untilNumber(keys, 2);
    const reply = await list('', keys);
    expect(reply.status).toBe(200);
    expect(reply.json).toMatchObject({ has_more: false, last_number: 2 });
    const [created, canceled] = eventsIn(reply);
    expect(created).toMatchObject({
      id: eventIdOf(id as IntentId, 1, Date.parse(created?.timestamp ?? '')),
      object: 'event',
      type: 'payment_intent.created',
      api_version: '2026-11-15',
      livemode: false,
      number: 1,
      sequence: 1,
      data: { object: { id, object: 'payment_intent', status: 'requires_payment', sequence: 1 } },
      previous_attributes: null,
    });
    expect(canceled).toMatchObject({
      type: 'payment_intent.canceled',
      number: 2,
      sequence: 2,
      data: { object: { id, status: 'canceled' } },
      previous_attributes: { status: 'requires_payment' },
    });
    for (const name of ['request', 'timeline', 'checkout_url', 'visibility']) {
      expect(created?.data.object).not.toHaveProperty(name);
    }
  });

  it('pages by number, and says whether there is more', async () => {
    const keys = await newMerchant();
    for (let count = 0; count < 5; count += 1) await create(shop.baseUrl, keys);
    await untilNumber(keys, 5);
    const first = await list('?limit=2', keys);
    expect([numbersIn(first), first.json['has_more'], first.json['last_number']]).toEqual([[1, 2], true, 5]);
    const last = await list('?after=4&limit=2', keys);
    expect([numbersIn(last), last.json['has_more']]).toEqual([[5], false]);
    expect(numbersIn(await list('?after=5', keys))).toEqual([]);
    expect(numbersIn(await list('?after=999999999', keys))).toEqual([]);
    expect(numbersIn(await list('?after=now', keys))).toEqual([]);
  });

  it('filters by type, with wildcards, and by payment intent', async () => {
    const keys = await newMerchant();
    const [id, other] = [await createAndCancel(keys), createdId(await create(shop.baseUrl, keys))];
    await untilNumber(keys, 3);
    const types = async (query: string) => eventsIn(await list(query, keys)).map(({ type }) => type);
    expect(await types('?type=payment_intent.canceled')).toEqual(['payment_intent.canceled']);
    expect(await types('?type=payment_intent.*')).toHaveLength(3);
    expect(await types('?type=*')).toHaveLength(3);
    expect(await types('?type=wallet.changed,payment_intent.canceled')).toEqual(['payment_intent.canceled']);
    expect(await types('?type=transfer.*')).toEqual([]);
    expect(await types(`?payment_intent_id=${other}&after=1`)).toEqual(['payment_intent.created']);
    expect(await types(`?payment_intent_id=${id}&payment_intent=${id}&after=1`)).toEqual(['payment_intent.canceled']);
    const absent = `?payment_intent_id=${makeId('pi', 1, new Uint8Array(10))}`;
    for (const accept of ['application/json', 'text/event-stream']) {
      expectProblem(await send(shop.baseUrl, keys, `/events${absent}`, { headers: { accept } }), 404, 'not_found');
    }
    expectParameters(await list(`?payment_intent_id=${id}&payment_intent=${other}`, keys), ['payment_intent']);
    expect(await types(`?payment_intent=${id}`)).toEqual(['payment_intent.created', 'payment_intent.canceled']);
    expect(await types(`?payment_intent=${other}&after=1`)).toEqual(['payment_intent.created']);
    expect(await types(`?payment_intent=${makeId('pi', 1, new Uint8Array(10))}`)).toEqual([]);
  });

  it('has nothing of another merchant, and nothing of the other mode', async () => {
    const keys = await newMerchant();
    await create(shop.baseUrl, keys);
    await untilNumber(keys, 1);
    const live = await newKey(keys.merchant_id, '--mode', 'live');
    for (const others of [await newMerchant(), live]) {
      expect((await list('', others)).json).toEqual({ data: [], has_more: false, last_number: 0 });
    }
  });
});

describe('200 for one event', () => {
  it('is the same as in the list, with the number of its deliveries', async () => {
    const keys = await newMerchant();
    await create(shop.baseUrl, keys);
    await untilNumber(keys, 1);
    const [event] = eventsIn(await list('', keys));
    const reply = await send(shop.baseUrl, keys, `/events/${event?.id}`);
    expect(reply.json).toEqual({ ...event, deliveries: 0 });
  });

  it('is the one that the timeline names', async () => {
    const keys = await newMerchant();
    const id = await createAndCancel(keys);
    await untilNumber(keys, 2);
    const intent = await send(shop.baseUrl, keys, `/payment_intents/${id}`);
    for (const { id: eventId, type, sequence } of intent.json['timeline'] as Event[]) {
      const event = await send(shop.baseUrl, keys, `/events/${eventId}`);
      expect(event.json).toMatchObject({ id: eventId, type, sequence, data: { object: { id } } });
    }
  });
});

describe('200 for a stream', () => {
  it('has what came after a number, then what is new, each once', async () => {
    const keys = await newMerchant();
    for (let count = 0; count < 3; count += 1) await create(shop.baseUrl, keys);
    await untilNumber(keys, 3);
    const stream = await openStream('/events?after=1', keys);
    expect([stream.status, stream.contentType]).toEqual([200, 'text/event-stream']);
    await until(stream, 2);
    for (let count = 0; count < 20; count += 1) await create(shop.baseUrl, keys);
    const events = await until(stream, 22);
    expect(events.map(({ id }) => Number(id))).toEqual(Array.from({ length: 22 }, (_, index) => index + 2));
    expect(events.every(({ event, data, id }) => event === data.type && data.number === Number(id))).toBe(true);
    expect(events[0]?.data).toEqual(eventsIn(await list('?after=1&limit=1', keys))[0]);
    stream.close();
  });

  it('continues after the event that a client had last', async () => {
    const keys = await newMerchant();
    for (let count = 0; count < 4; count += 1) await create(shop.baseUrl, keys);
    await untilNumber(keys, 4);
    const stream = await openStream('/events?after=now', keys, { 'last-event-id': '2' });
    expect((await until(stream, 2)).map(({ id }) => id)).toEqual(['3', '4']);
    stream.close();
  });

  it('starts now if asked to, and leaves out other types', async () => {
    const keys = await newMerchant();
    await createAndCancel(keys);
    await untilNumber(keys, 2);
    const stream = await openStream('/events?after=now&type=payment_intent.canceled', keys);
    await createAndCancel(keys);
    const events = await until(stream, 1);
    expect(events.map(({ id, event }) => [id, event])).toEqual([['4', 'payment_intent.canceled']]);
    stream.close();
  });

  it('has what another process writes', async () => {
    const keys = await newMerchant();
    const other = await startServer({ databaseUrl: shop.databaseUrl, env: { FLORIN_LOG_LEVEL: 'error' } });
    const stream = await openStream('/events', keys);
    await create(other.baseUrl, keys);
    await until(stream, 1);
    stream.close();
    await other.stop();
  });

  it('has thousands of events for a client that reads slowly', async () => {
    const keys = await newMerchant();
    const count = 300;
    // A busy server may answer with 503, and a merchant then tries again.
    const createOne = (order: number) =>
      waitUntil(`order ${order} is created`, async () => {
        const headers = { 'idempotency-key': `order-${order}` };
        return (await create(shop.baseUrl, keys, validBody(), headers)).status < 300;
      });
    await Promise.all(Array.from({ length: count }, (_, order) => createOne(order)));
    await untilNumber(keys, count);
    const stream = await openStream('/events', keys);
    const events = await until(stream, count);
    expect(events.map(({ id }) => Number(id))).toEqual(Array.from({ length: count }, (_, index) => index + 1));
    stream.close();
  });

  it('ends when its key is revoked', async () => {
    const { merchant_id: merchantId } = await newMerchant();
    const keys = await newKey(merchantId);
    const stream = await openStream('/events', keys);
    expect(stream.status).toBe(200);
    await florin(shop.options, 'keys', 'revoke', keys.id);
    await waitUntil('the stream has ended', () => stream.ended());
  });
});

describe('401 and 403', () => {
  it('for who has no key, or a key without the scope', async () => {
    const none = await fetch(`${shop.baseUrl}/${shop.keys.public_key}/events`);
    expect(none.status).toBe(401);
    const writer = await newKey(shop.keys.merchant_id, '--scope', 'payments:write');
    expectProblem(await list('', writer), 403, 'insufficient_scope');
    const reader = await newKey(shop.keys.merchant_id, '--scope', 'payments:read');
    const path = '/events/evt_0000000000000000000000/resend';
    expectProblem(await send(shop.baseUrl, reader, path, { body: {} }), 403, 'insufficient_scope');
  });
});

describe('404', () => {
  it('for an event that is not there, or is another merchant’s', async () => {
    const keys = await newMerchant();
    await create(shop.baseUrl, keys);
    await untilNumber(keys, 1);
    const [event] = eventsIn(await list('', keys));
    for (const id of ['evt_0000000000000000000000', 'evt_1', 'pi_0000000000000000000000', event?.id ?? '']) {
      expectProblem(await send(shop.baseUrl, shop.keys, `/events/${id}`), 404, 'not_found');
      expectProblem(await send(shop.baseUrl, shop.keys, `/events/${id}/resend`, { body: {} }), 404, 'not_found');
    }
  });
});

describe('422', () => {
  it.each([
    ['?after=-1', ['after']],
    ['?after=1.5', ['after']],
    ['?after=9999999999999999', ['after']],
    ['?after=then', ['after']],
    ['?type=', ['type']],
    ['?type=payment_intent', ['type']],
    ['?type=a.b,,c.d', ['type']],
    ['?type=payment_intent.succeeded,payments.*', ['type']],
    ['?payment_intent=evt_0000000000000000000000', ['payment_intent']],
    ['?payment_intent=pi_zzzzzzzzzzzzzzzzzzzzzz', ['payment_intent']],
    ['?payment_intent_id=pi_zzzzzzzzzzzzzzzzzzzzzz', ['payment_intent_id']],
    ['?limit=0', ['limit']],
    ['?limit=101', ['limit']],
    ['?before=3', ['before']],
  ])('for %s', async (query, parameters) => {
    expectParameters(await list(query), parameters);
  });

  it('for a type that does not exist, and says which one was probably meant', async () => {
    const detail =
      'No event type matches payment.succeeded. Did you mean payment_intent.succeeded? No event type matches invoice.*.';
    const path = '/events?type=payment.succeeded,payment.final,invoice.*';
    for (const accept of ['application/json', 'text/event-stream']) {
      const reply = await send(shop.baseUrl, shop.keys, path, { headers: { accept } });
      const problem = expectProblem(reply, 422, 'validation_failed');
      expect(problem.errors).toEqual([{ parameter: 'type', code: 'invalid_value', detail }]);
    }
  });

  it('for too many types, and for a Last-Event-ID that is no number', async () => {
    const types = Array.from({ length: LIMITS.eventTypesMax + 1 }, (_, index) => `a.${'b'.repeat(index + 1)}`);
    expectParameters(await list(`?type=${types.join(',')}`), ['type']);
    const headers = { accept: 'text/event-stream', 'last-event-id': 'x' };
    expectParameters(await send(shop.baseUrl, shop.keys, '/events', { headers }), ['Last-Event-ID']);
  });
});

describe('429', () => {
  it('for more streams of one merchant than it may have, however many keys it has', async () => {
    const keys = await newMerchant();
    const more = await newKey(keys.merchant_id);
    const streams: OpenedStream[] = [];
    for (let opened = 0; opened < LIMITS.eventStreamsPerClientMax; opened += 1) {
      streams.push(await openStream('/events', keys));
    }
    expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200));
    const headers = { accept: 'text/event-stream' };
    expectProblem(await send(shop.baseUrl, keys, '/events', { headers }), 429, 'rate_limited');
    expectProblem(await send(shop.baseUrl, more, '/events', { headers }), 429, 'rate_limited');
    const another = await openStream('/events', shop.keys);
    expect(another.status).toBe(200);
    for (const stream of [...streams, another]) stream.close();
  });
});
