import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { create, createdId, type Keys, type Reply, send, validBody } from '../support/client.ts';
import { runSql } from '../support/databases.ts';
import { startHosted } from '../support/server.ts';
import { startStopwatch } from '../support/time-beside.ts';
import { waitUntil } from '../support/wait-until.ts';
import { expectProblem } from './expect-problem.ts';
import { startOwnShop, startShop } from './start-shop.ts';
import { startTwoShops, type TwoShops } from './start-two-shops.ts';

interface Entry {
  id: string;
  status: number;
  created_at: string;
  [member: string]: unknown;
}

let shops: TwoShops;
let keys: Keys & { id: string };
let baseUrl: string;

beforeAll(async () => {
  shops = await startTwoShops();
  keys = shops.ada.keys.test;
  ({ baseUrl } = shops.server);
});
afterAll(() => shops.stop());

const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const partitionOf = (day: string) => `request_log_y${day.replace('-', 'm').replace('-', 'd')}`;
const idOf = (reply: Reply) => reply.headers.get('request-id') ?? '';
const dataOf = (reply: Reply) => reply.json['data'] as Entry[];

const findEntry = (id: string, by: Keys = keys) =>
  waitUntil(`${id} is logged`, async () => {
    const reply = await send(baseUrl, by, `/request_log/${id}`);
    if (reply.status === 200) return reply.json as unknown as Entry;
    expectProblem(reply, 404, 'not_found');
    return undefined;
  });

describe('200', () => {
  it('a create is logged with its payment intent, and a failed call with its error', async () => {
    const created = await create(baseUrl, keys);
    expect(await findEntry(idOf(created))).toEqual({
      id: idOf(created),
      object: 'request',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      method: 'POST',
      route: '/{public_key}/create_checkout_payment_intent',
      path: `/${keys.public_key}/create_checkout_payment_intent`,
      status: 201,
      ms: expect.any(Number),
      key: { id: keys.id, name: 'ada test' },
      client_address: '127.0.0.1',
      problem: null,
      payment_intent_id: createdId(created),
      request_body: null,
      response_body: null,
    });
    const failed = await send(baseUrl, keys, '/payment_intents?limit=0');
    expect(await findEntry(idOf(failed))).toMatchObject({
      path: `/${keys.public_key}/payment_intents?limit=0`,
      status: 422,
      problem: 'validation_failed',
    });
  });

  it('lists go page by page through every request, newest first, and know what was asked for', async () => {
    const sent: string[] = [];
    for (let count = 0; count < 5; count += 1) sent.push(idOf(await send(baseUrl, keys, '/items?limit=7')));
    sent.push(idOf(await send(baseUrl, keys, '/items?limit=x')));
    await findEntry(sent.at(-1) ?? '');
    const query = `route=${encodeURIComponent('/{public_key}/items')}&key_id=${keys.id}&method=GET`;
    const seen: Entry[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const after: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const page = await send(baseUrl, keys, `/request_log?${query}&limit=2${after}`);
      expect(page.status).toBe(200);
      seen.push(...dataOf(page));
      cursor = page.json['next_cursor'] as string | null;
    }
    expect(seen.map(({ id }) => id)).toEqual(sent.toReversed());
    const list = async (more: string) => dataOf(await send(baseUrl, keys, `/request_log?${query}&${more}`));
    for (const filter of ['status=4xx', 'status=422', 'problem=validation_failed', 'code=validation_failed']) {
      expect((await list(filter)).map(({ id }) => id)).toEqual(sent.slice(-1));
    }
    expect(await list('status=2xx')).toHaveLength(5);
    expect(await list(`before=${seen.at(-1)?.created_at}`)).toEqual([]);
    expect((await list(`after=${seen.at(-1)?.created_at}`)).length).toBeLessThan(6);
  });

  it('lists what named a payment intent, and what created it', async () => {
    const [created, other] = [await create(baseUrl, keys), await create(baseUrl, keys)];
    const read = await send(baseUrl, keys, `/payment_intents/${createdId(created)}`);
    for (const reply of [other, read]) await findEntry(idOf(reply));
    const query = `payment_intent_id=${createdId(created)}`;
    const wanted = [idOf(read), idOf(created)];
    expect(dataOf(await send(baseUrl, keys, `/request_log?${query}`)).map(({ id }) => id)).toEqual(wanted);
    const own = await shops.ada.browser.call('GET', `/test/request_log?${query}`);
    expect(dataOf(own).map(({ id }) => id)).toEqual(wanted);
    expectProblem(await send(baseUrl, keys, '/request_log?payment_intent_id=x'), 404, 'not_found');
  });

  it('the dashboard shows the same, and bodies once they are turned on', async () => {
    const { browser } = shops.ada;
    await browser.call('PATCH', '/settings', { body: { log_bodies: { test: true } } });
    const body = { ...validBody(), metadata: { note: `${keys.private_key} whsec_abc123` } };
    const { id, entry } = await waitUntil('the setting applies', async () => {
      const request = idOf(await create(baseUrl, keys, body));
      const found = await findEntry(request);
      return found['request_body'] === null ? undefined : { id: request, entry: found };
    });
    expect(entry['request_body']).toBe(JSON.stringify({ ...body, metadata: { note: 'fsk_redacted whsec_redacted' } }));
    expect(entry['response_body']).toContain(String(entry['payment_intent_id']));
    const own = await browser.call('GET', `/test/request_log/${id}`);
    expect(own.json).toEqual(entry);
    const list = await browser.call('GET', '/test/request_log?limit=100');
    expect(dataOf(list).map((one) => one.id)).toContain(id);
    expect(dataOf(list)[0]).not.toHaveProperty('request_body');
    const rows = await runSql(
      shops.databaseUrl,
      `SELECT 1 FROM florin_data.request_log AS entry WHERE entry::text LIKE '%' || $1 || '%'`,
      [keys.private_key.slice('fsk_test_'.length)],
    );
    expect(rows).toEqual([]);
  });

  it('nobody reads the log of another merchant or mode', async () => {
    const id = idOf(await create(baseUrl, keys));
    await findEntry(id);
    // Their own log shows which ID they asked for, so that comes last.
    for (const other of [shops.bob.keys.test, shops.ada.keys.live]) {
      expect((await send(baseUrl, other, '/request_log?limit=100')).text).not.toContain(id);
    }
    for (const [path, shop] of [
      ['/live', shops.ada],
      ['/test', shops.bob],
    ] as const) {
      expect((await shop.browser.call('GET', `${path}/request_log?limit=100`)).text).not.toContain(id);
    }
    for (const other of [shops.bob.keys.test, shops.ada.keys.live]) {
      expectProblem(await send(baseUrl, other, `/request_log/${id}`), 404, 'not_found');
    }
  });
});

describe('404 and 422', () => {
  it('for what is not in the log and for queries that mean nothing', async () => {
    for (const id of ['req_000000000000000000000000', 'pi_1', '%00']) {
      expectProblem(await send(baseUrl, keys, `/request_log/${id}`), 404, 'not_found');
    }
    for (const query of [
      'status=600',
      'status=4x',
      'method=get',
      'key_id=mine',
      'after=yesterday',
      'before=2026-02-30T00:00:00Z',
      'cursor=1',
      'limit=101',
      'from=1',
    ]) {
      expectProblem(await send(baseUrl, keys, `/request_log?${query}`), 422, 'validation_failed');
    }
  });
});

describe('the log is never in the way', () => {
  it('a log that cannot be written delays no create, and continues afterwards', async () => {
    const shop = await startOwnShop();
    const control = await startShop();
    const stopwatch = startStopwatch(() => create(control.baseUrl, control.keys));
    const blocker = new Client({ connectionString: shop.databaseUrl });
    await blocker.connect();
    try {
      expect((await create(shop.baseUrl, shop.keys)).status).toBe(201);
      await blocker.query('BEGIN');
      await blocker.query('LOCK TABLE florin_data.request_log IN ACCESS EXCLUSIVE MODE');
      await create(shop.baseUrl, shop.keys);
      await waitUntil('the log waits', async () => {
        const waiting = `SELECT 1 FROM pg_stat_activity WHERE application_name = 'florin-request-log'
                         AND wait_event_type = 'Lock' AND datname = current_database()`;
        return (await runSql(shop.databaseUrl, waiting)).length > 0;
      });
      for (let count = 0; count < 30; count += 1) {
        const { result, ms } = await stopwatch.time(() => create(shop.baseUrl, shop.keys));
        expect(result.status).toBe(201);
        expect(ms).toBeLessThan(500);
      }
      const lost = () => fetch(`${shop.baseUrl}/metrics`).then((answer) => answer.text());
      await waitUntil('entries are lost', async () => /florin_request_log_lost_total [1-9]/.test(await lost()));
      await blocker.query('ROLLBACK');
      const id = idOf(await send(shop.baseUrl, shop.keys, '/items'));
      await waitUntil('a later call is logged', async () => {
        const text = 'SELECT 1 FROM florin_data.request_log WHERE request_id = $1';
        return (await runSql(shop.databaseUrl, text, [id])).length > 0;
      });
    } finally {
      await blocker.end();
      await stopwatch.stop();
      await shop.stop();
      await control.stop();
    }
  });

  it('what waits is written when the server stops', async () => {
    const shop = await startOwnShop();
    const ids = await Promise.all(Array.from({ length: 20 }, async () => idOf(await create(shop.baseUrl, shop.keys))));
    expect(await shop.server.stop()).toBe(0);
    const rows = await runSql<{ request_id: string }>(
      shop.databaseUrl,
      'SELECT request_id FROM florin_data.request_log WHERE request_id = ANY ($1)',
      [ids],
    );
    expect(rows.map(({ request_id: id }) => id).sort()).toEqual(ids.sort());
  });

  it('nothing is logged if the operator keeps no days', async () => {
    const shop = await startOwnShop({ FLORIN_REQUEST_LOG_DAYS: '0' });
    expect((await create(shop.baseUrl, shop.keys)).status).toBe(201);
    expect(await shop.server.stop()).toBe(0);
    expect(await runSql(shop.databaseUrl, 'SELECT FROM florin_data.request_log')).toEqual([]);
  });

  it('days that are no longer kept are dropped', async () => {
    const shop = await startShop();
    await shop.stop();
    for (const ago of [9, 3]) {
      await runSql(
        shop.databaseUrl,
        `CREATE TABLE florin_data.${partitionOf(dayBefore(ago))} PARTITION OF florin_data.request_log
         FOR VALUES FROM ('${dayBefore(ago)}') TO ('${dayBefore(ago - 1)}')`,
      );
    }
    const server = await startHosted({
      databaseUrl: shop.databaseUrl,
      env: { FLORIN_LOG_LEVEL: 'error', FLORIN_REQUEST_LOG_DAYS: '5' },
    });
    const listNames = async () => {
      const text = `SELECT relname AS name FROM pg_class WHERE relname LIKE 'request\\_log\\_y%' AND relkind = 'r'`;
      return (await runSql<{ name: string }>(shop.databaseUrl, text)).map(({ name }) => name);
    };
    await waitUntil('the old day is dropped', async () => !(await listNames()).includes(partitionOf(dayBefore(9))));
    expect(await listNames()).toContain(partitionOf(dayBefore(3)));
    await server.stop();
  });
});
