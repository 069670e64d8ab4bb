import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../../src/domain/limits.ts';
import { create, createdId, send } from '../support/client.ts';
import { runSql } from '../support/databases.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { timeBeside } from '../support/time-beside.ts';
import { untilHandled } from '../support/until-handled.ts';
import { waitUntil } from '../support/wait-until.ts';
import { Browser } from './browser.ts';
import { expectProblem } from './expect-problem.ts';
import { type OpenedStream, openStream } from './open-stream.ts';
import { type SignedInShop, startTwoShops, type TwoShops } from './start-two-shops.ts';

let shops: TwoShops;
/** Another process on the same database. */
let other: RunningServer;

beforeAll(async () => {
  shops = await startTwoShops();
  other = await startServer({ databaseUrl: shops.databaseUrl, env: { FLORIN_LOG_LEVEL: 'error' } });
});

afterAll(async () => {
  await other.stop();
  await shops.stop();
});

const watch = (shop: SignedInShop, mode: 'test' | 'live', browser = shop.browser, server = shops.server) =>
  openStream(server.baseUrl, `/dashboard/api/${mode}/changes`, browser.cookie);

const hear = (stream: OpenedStream, id: string, status: string) =>
  waitUntil(`${id} is ${status}`, () =>
    Promise.resolve(stream.events().find(({ data }) => data['id'] === id && data['status'] === status)),
  );

/** What it takes to store something, without a stream. */
const storeOther = () => create(other.baseUrl, shops.bob.keys.live);
/** From a commit to what a stream says: it is announced, heard and sent. */
const STEPS = 3;

const getIntent = () => shops.ada.browser.call('GET', `/test/payment_intents/${shops.ada.intents.test}`);

/** How many processes listen for changes. */
async function listening(): Promise<number> {
  const text = `SELECT FROM pg_stat_activity WHERE application_name = 'florin-changes' AND datname = current_database()`;
  return (await runSql(shops.databaseUrl, text)).length;
}

describe('the list of events', () => {
  it('names the type that was probably meant', async () => {
    const reply = await shops.ada.browser.call('GET', '/test/events?type=payment.succeeded');
    const detail = 'No event type matches payment.succeeded. Did you mean payment_intent.succeeded?';
    const { errors } = expectProblem(reply, 422, 'validation_failed');
    expect(errors).toEqual([{ parameter: 'type', code: 'invalid_value', detail }]);
  });
});

describe('the stream of changes', () => {
  it('is one of server-sent events that no proxy keeps', async () => {
    const stream = await watch(shops.ada, 'test');
    expect(stream.status).toBe(200);
    expect(stream.headers['content-type']).toBe('text/event-stream');
    expect(stream.headers['cache-control']).toBe('no-store');
    expect(stream.headers['x-accel-buffering']).toBe('no');
    await waitUntil('it has begun', () => stream.text().startsWith('retry: '));
    stream.close();
  });

  it('tells within a second of what another process makes and moves', async () => {
    const stream = await watch(shops.ada, 'test');
    const id = createdId(await create(other.baseUrl, shops.ada.keys.test));
    const made = await timeBeside(storeOther, () => hear(stream, id, 'requires_payment'), STEPS);
    expect(made.result).toEqual({ event: 'payment_intent', data: { id, status: 'requires_payment', sequence: 1 } });
    expect(made.ms).toBeLessThanOrEqual(1_000);
    await send(other.baseUrl, shops.ada.keys.test, `/payment_intents/${id}/cancel`, { method: 'POST' });
    const moved = await timeBeside(storeOther, () => hear(stream, id, 'canceled'), STEPS);
    expect(moved.result.data).toEqual({ id, status: 'canceled', sequence: 2 });
    expect(moved.ms).toBeLessThanOrEqual(1_000);
    stream.close();
  });

  it('tells the highest number of the events', async () => {
    const stream = await watch(shops.ada, 'test');
    await create(other.baseUrl, shops.ada.keys.test);
    const told = await waitUntil('a number is told', () => stream.events().find(({ event }) => event === 'event'));
    const { json } = await send(other.baseUrl, shops.ada.keys.test, `/events?after=${Number(told.data['number']) - 1}`);
    expect((json['data'] as { number: number }[])[0]?.number).toBe(told.data['number']);
    stream.close();
  });

  it('tells no other merchant, and not the other mode', async () => {
    const others = [
      { stream: await watch(shops.ada, 'live'), keys: shops.ada.keys.live },
      { stream: await watch(shops.bob, 'test'), keys: shops.bob.keys.test },
      { stream: await watch(shops.bob, 'live'), keys: shops.bob.keys.live },
    ];
    const hidden = createdId(await create(other.baseUrl, shops.ada.keys.test));
    for (const { stream, keys } of others) {
      // Changes are told in their order: who hears the later one was not told the earlier one.
      await hear(stream, createdId(await create(other.baseUrl, keys)), 'requires_payment');
      expect(stream.text()).not.toContain(hidden);
      stream.close();
    }
  });

  it('tells each of many merchants in a crowd of creates', async () => {
    const streams = await Promise.all([watch(shops.ada, 'test'), watch(shops.bob, 'test')]);
    const replies = await Promise.all(
      Array.from({ length: 200 }, (_, index) => {
        const { keys } = index % 2 === 0 ? shops.ada : shops.bob;
        return untilHandled(() => create(other.baseUrl, keys.test));
      }),
    );
    expect(replies.every((reply) => reply.status === 201)).toBe(true);
    const made = replies.map(createdId);
    for (const [index, stream] of streams.entries()) {
      const newest =
        made
          .filter((_, place) => place % 2 === index)
          .sort()
          .at(-1) ?? '';
      await hear(stream, newest, 'requires_payment');
      const told = stream
        .events()
        .filter(({ event }) => event === 'payment_intent')
        .map(({ data }) => String(data['id']));
      for (const id of told) expect(made.indexOf(id) % 2).toBe(index);
      stream.close();
    }
  });

  it('says nothing of a request that is only a replay', async () => {
    const key = { 'idempotency-key': 'once' };
    const body = { ...(JSON.parse((await getIntent()).text) as { request: object }).request };
    const early = await watch(shops.ada, 'test');
    const first = createdId(await create(other.baseUrl, shops.ada.keys.test, body, key));
    await hear(early, first, 'requires_payment');
    early.close();
    const stream = await watch(shops.ada, 'test');
    expect(createdId(await create(other.baseUrl, shops.ada.keys.test, body, key))).toBe(first);
    await hear(stream, createdId(await create(other.baseUrl, shops.ada.keys.test)), 'requires_payment');
    expect(stream.text()).not.toContain(first);
    stream.close();
  });

  it('answers HEAD without opening one, and nobody who is not signed in', async () => {
    const head = await shops.ada.browser.call('HEAD', '/test/changes', { without: ['origin', 'x-florin-csrf'] });
    expect([head.status, head.text]).toEqual([200, '']);
    expectProblem(await new Browser(shops.server.baseUrl).call('GET', '/test/changes'), 401, 'not_signed_in');
  });

  it('ends within 5 s of its session', async () => {
    const phone = new Browser(shops.server.baseUrl);
    await phone.signIn(shops.ada.email);
    const [stream, kept] = await Promise.all([watch(shops.ada, 'test', phone), watch(shops.ada, 'test')]);
    const sessions = (await phone.call('GET', '/sessions')).json['data'] as { id: string; current: boolean }[];
    const id = sessions.find(({ current }) => current)?.id ?? '';
    expect((await shops.ada.browser.call('DELETE', `/sessions/${id}`)).status).toBe(204);
    const { ms } = await timeBeside(storeOther, () => waitUntil('the stream has ended', () => stream.ended()), STEPS);
    expect(ms).toBeLessThanOrEqual(5_000);
    expect(kept.ended()).toBe(false);
    kept.close();
  });

  it('ends when changes may have been missed, and the server subscribes again', async () => {
    const stream = await watch(shops.ada, 'test');
    await runSql(
      shops.databaseUrl,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE application_name = 'florin-changes' AND datname = current_database()`,
    );
    await waitUntil('the stream has ended', () => stream.ended());
    const next = await watch(shops.ada, 'test');
    const id = createdId(await create(other.baseUrl, shops.ada.keys.test));
    await hear(next, id, 'requires_payment');
    next.close();
  });

  it('is one listening connection for each process, however many watch', async () => {
    await waitUntil('both processes listen', async () => (await listening()) === 2);
    const streams = await Promise.all(Array.from({ length: 20 }, () => watch(shops.ada, 'test')));
    expect(await listening()).toBe(2);
    for (const stream of streams) stream.close();
  });

  it('takes fifty for one user, refuses the next, and has room again when they are gone', async () => {
    const streams: OpenedStream[] = [];
    // The places of streams that other tests have closed come free when the server notices.
    await waitUntil('fifty are open', async () => {
      const length = LIMITS.eventStreamsPerClientMax - streams.length;
      const opened = await Promise.all(Array.from({ length }, () => watch(shops.ada, 'test')));
      streams.push(...opened.filter(({ status }) => status === 200));
      return streams.length === LIMITS.eventStreamsPerClientMax;
    });
    const reply = await shops.ada.browser.call('GET', '/test/changes');
    expectProblem(reply, 429, 'rate_limited');
    expect(reply.headers.get('retry-after')).toBe('5');
    const ofAnother = await watch(shops.bob, 'test');
    expect(ofAnother.status).toBe(200);
    ofAnother.close();
    for (const stream of streams) stream.close();
    await waitUntil('there is room', async () => {
      const stream = await watch(shops.ada, 'test');
      stream.close();
      return stream.status === 200;
    });
  });
});

describe('a stop', () => {
  it('ends open streams and the process', async () => {
    const leaving = await startServer({ databaseUrl: shops.databaseUrl, env: { FLORIN_LOG_LEVEL: 'error' } });
    const streams = await Promise.all(
      Array.from({ length: 10 }, () => watch(shops.ada, 'test', shops.ada.browser, leaving)),
    );
    expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200));
    expect(await leaving.stop()).toBe(0);
    await waitUntil('all streams have ended', () => streams.every((stream) => stream.ended()));
  });
});
