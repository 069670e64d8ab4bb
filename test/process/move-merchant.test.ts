import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type IntentId, uuidOf } from '../../src/domain/ids.ts';
import { create, createdId, send, validBody } from '../support/client.ts';
import { createMigrated } from '../support/create-migrated.ts';
import { createDatabase, runSql, servers } from '../support/databases.ts';
import { times } from '../support/effort.ts';
import {
  createMerchant,
  florin,
  florinEnv,
  type NewMerchant,
  PROGRAM,
  type RunningServer,
  startServer,
} from '../support/server.ts';
import { type Receiver, startReceiver } from '../support/start-receiver.ts';
import { type Stopwatch, startStopwatch } from '../support/time-beside.ts';
import { waitUntil } from '../support/wait-until.ts';
import { startTraffic, type Traffic } from './move-traffic.ts';

const SEEDED = times(300, 3_000);
const KILLS = times(2, 5);
const CREATES_PER_SECOND = 50;
const FEW_PER_SECOND = 5;
const HELD_MS_MAX = 2_000;
/** Exchanges with a database from the moment at which the hold begins until everybody is sent to the new store. */
const EXCHANGES = 10;
const GROUP = 50;
/** All are counted; so many are asked for again. */
const REPLAYED_EVERY = times(5, 1);
/** A merchant's server takes this long for a webhook, so that some are under way at the switch. */
const ANSWER_MS = 100;
const ENV = {
  FLORIN_SIMULATED_BLOCK_MS: '200',
  FLORIN_RATE_CREATE: '100000',
  FLORIN_RATE_READ: '100000',
  FLORIN_RATE_WRITE: '100000',
};
/**
 * A claim lasts a minute, and a busy machine may answer a webhook too late. How long that takes is tested elsewhere: what was
 * under way is sent again at once here.
 */
const SEND_AGAIN = [
  `UPDATE florin_data.deliveries SET claimed_until = now() WHERE claimed_until > now()`,
  `UPDATE florin_data.deliveries SET next_attempt_at = now() WHERE state = 'pending' AND next_attempt_at > now()`,
];

interface MoveOutput {
  rows: number;
  held_ms: number;
}

interface SentEvent {
  id: string;
  number: number;
}

/** What a write costs at this moment, in each database. */
async function openControl(urls: readonly string[]) {
  const clients = urls.map((connectionString) => new Client({ connectionString }));
  for (const client of clients) {
    await client.connect();
    await client.query('CREATE TABLE public.control AS SELECT 0 AS turn');
  }
  return {
    write: () => Promise.all(clients.map((client) => client.query('UPDATE public.control SET turn = turn + 1'))),
    close: () => Promise.all(clients.map((client) => client.end())),
  };
}

async function inGroups<One>(all: readonly One[], work: (one: One) => Promise<void>): Promise<void> {
  for (let from = 0; from < all.length; from += GROUP) await Promise.all(all.slice(from, from + GROUP).map(work));
}

describe('merchants that move to other data stores while they are in use', () => {
  let mainUrl: string;
  let otherUrl: string;
  let server: RunningServer;
  let storeId: string;
  let receiver: Receiver;
  /** Of the main database. Its move is killed again and again. */
  let native: NewMerchant;
  /** Of the other store. It goes away and comes back. */
  let guest: NewMerchant;
  let traffic: { native: Traffic; guest: Traffic };
  let control: Awaited<ReturnType<typeof openControl>>;
  let stopwatch: Stopwatch;

  const options = () => ({ databaseUrl: mainUrl });
  /** A move, and how long it held writes, less what a busy machine added. */
  const move = async (keys: NewMerchant, to: string) => {
    const startedMs = performance.now();
    const work = () => florin<MoveOutput>(options(), 'merchants', 'move', keys.merchant_id, to);
    const { result, ms } = await stopwatch.time(work, EXCHANGES);
    return { ...result, held_ms: result.held_ms - (performance.now() - startedMs - ms) };
  };
  const uuidIn = async (keys: NewMerchant) => {
    const text = `SELECT merchant_id AS id FROM florin_control.api_keys WHERE public_key = $1`;
    return (await runSql<{ id: string }>(mainUrl, text, [keys.public_key]))[0]?.id;
  };

  beforeAll(async () => {
    mainUrl = await createMigrated(['control', 'data']);
    otherUrl = await createDatabase(servers().at(-1)?.url);
    native = await createMerchant(options());
    ({ id: storeId } = await florin<{ id: string }>(options(), 'stores', 'add', otherUrl, '--name', 'other', '--open'));
    // Both stores watch the same network.
    guest = await createMerchant(options());
    receiver = await startReceiver();
    receiver.answer = async () => {
      await sleep(ANSWER_MS);
      return 200;
    };
    server = await startServer({ ...options(), env: ENV });
    for (let count = 0; count < SEEDED; count += GROUP) {
      const replies = Array.from({ length: GROUP }, () => create(server.baseUrl, native, validBody()));
      for (const { status, text } of await Promise.all(replies)) expect(status, text).toBe(201);
    }
    await send(server.baseUrl, native, '/webhook_endpoints', {
      body: { url: receiver.url, events: ['payment_intent.succeeded', 'payment.*'] },
    });
    control = await openControl([mainUrl, otherUrl]);
    stopwatch = startStopwatch(control.write);
    const shop = { baseUrl: server.baseUrl, stopwatch };
    traffic = {
      native: startTraffic({ ...shop, keys: native }, CREATES_PER_SECOND),
      guest: startTraffic({ ...shop, keys: guest }, FEW_PER_SECOND),
    };
  });

  afterAll(async () => {
    await traffic.native.stop();
    await traffic.guest.stop();
    await stopwatch.stop();
    await control.close();
    await server.stop();
    await receiver.stop();
  });

  /** Where the merchant is, and whether a mover that died has left it without a store that takes writes. */
  async function readPlace(keys: NewMerchant) {
    const merchant = await uuidIn(keys);
    const placed = 'SELECT FROM florin_control.merchants WHERE id = $1 AND data_store_id IS NULL';
    const isAtMain = (await runSql(mainUrl, placed, [merchant])).length > 0;
    const left = `SELECT FROM florin_data.moves WHERE merchant_id = $1 AND state = 'left'`;
    const isClosed = (await runSql(isAtMain ? mainUrl : otherUrl, left, [merchant])).length > 0;
    return { isAtMain, isClosed };
  }

  /** Starts a mover, and again if it ends before the move begins: on a busy machine, the database may not answer in time. */
  async function startMover(to: string): Promise<ChildProcess> {
    const text = `SELECT FROM florin_control.merchant_moves WHERE state = 'copying' AND merchant_id = $1`;
    const merchant = await uuidIn(native);
    for (;;) {
      const mover = spawn(process.execPath, [PROGRAM, 'merchants', 'move', native.merchant_id, to], {
        env: florinEnv(options()),
        stdio: 'ignore',
      });
      await waitUntil('the move begins, or its mover ends', async () => {
        return mover.exitCode !== null || (await runSql(mainUrl, text, [merchant])).length > 0;
      });
      if (mover.exitCode === null) return mover;
    }
  }

  async function killMover() {
    const { isAtMain } = await readPlace(native);
    const mover = await startMover(isAtMain ? storeId : 'main');
    // The moment is what the test is about, so it is left to chance.
    await sleep(Math.random() * 3_000);
    mover.kill('SIGKILL');
    await waitUntil('the mover has ended', () => mover.exitCode !== null || mover.signalCode !== null);
  }

  it('hold their writes for a moment, whenever a mover dies, and go there and back', async () => {
    let closedFromMs = Number.POSITIVE_INFINITY;
    let closedUntilMs = Number.POSITIVE_INFINITY;
    const killedAndMoved = async () => {
      for (let kill = 0; kill < KILLS; kill += 1) {
        await killMover();
        // It died while it committed the switch: until the next one has run, writes are rejected.
        if ((await readPlace(native)).isClosed) closedFromMs = Math.min(closedFromMs, performance.now());
      }
      const moved = await move(native, storeId);
      closedUntilMs = performance.now();
      return [moved];
    };
    const thereAndBack = async () => [await move(guest, 'main'), await move(guest, storeId)];
    const moves = (await Promise.all([killedAndMoved(), thereAndBack()])).flat();
    await traffic.native.stop();
    await traffic.guest.stop();
    expect(moves.filter(({ held_ms }) => held_ms > HELD_MS_MAX)).toEqual([]);
    expect([traffic.native.failures, traffic.guest.failures]).toEqual([[], []]);
    const wasOpen = traffic.native.requests.filter(
      ({ startedMs, endedMs }) => endedMs < closedFromMs || startedMs > closedUntilMs,
    );
    const slow = [...wasOpen, ...traffic.guest.requests].filter(({ ms }) => ms >= HELD_MS_MAX + 1_000);
    expect(slow).toEqual([]);
    const { data } = await florin<{ data: object[] }>(options(), 'stores', 'list');
    expect(data).toMatchObject([
      { id: 'main', healthy: true, open: false, merchants: 0 },
      { id: storeId, healthy: true, open: true, merchants: 2 },
    ]);
  });

  it('leave nothing behind', async () => {
    const tables = [
      'payment_intents',
      'events',
      'targets',
      'target_keys',
      'payments',
      'numbered_batches',
      'idempotency_keys',
    ];
    const merchants = tables.map(
      (table) => `SELECT '${table}' AS name, count(DISTINCT merchant_id)::int AS merchants FROM florin_data.${table}`,
    );
    const text = `${merchants.join(' UNION ALL ')} ORDER BY name`;
    const names = tables.toSorted();
    expect(await runSql(otherUrl, text)).toEqual(names.map((name) => ({ name, merchants: 2 })));
    expect(await runSql(mainUrl, text)).toEqual(names.map((name) => ({ name, merchants: 0 })));
  });

  it('get every payment credited once', async () => {
    for (const [keys, { paid }] of [[native, traffic.native] as const, [guest, traffic.guest] as const]) {
      expect(paid.size).toBeGreaterThan(5);
      // What the failure shows says where the watch went wrong.
      const text = `SELECT target.network, target.address, intent.id, intent.status, to_jsonb(payment) AS payment, to_jsonb(scan) AS scan
        FROM florin_data.payment_intents AS intent JOIN florin_data.targets AS target
          ON (target.merchant_id, target.livemode, target.intent_id) = (intent.merchant_id, intent.livemode, intent.id)
        LEFT JOIN florin_data.payments AS payment
          ON (payment.merchant_id, payment.livemode, payment.intent_id) = (intent.merchant_id, intent.livemode, intent.id)
        LEFT JOIN florin_data.scans AS scan ON scan.network = target.network
        WHERE intent.merchant_id = $1 AND intent.id = ANY ($2) AND intent.status <> 'succeeded'`;
      const uuids = [...paid].map((id) => uuidOf(id as IntentId));
      const listUnpaid = async () => runSql(otherUrl, text, [await uuidIn(keys), uuids]);
      const isAllPaid = async () => (await listUnpaid()).length === 0;
      await waitUntil('every payment is credited', isAllPaid).catch(() => undefined);
      expect(await listUnpaid()).toEqual([]);
      await inGroups([...paid], async (id) => {
        const { json } = await send(server.baseUrl, keys, `/payment_intents/${id}`);
        expect(json).toMatchObject({ status: 'succeeded', payments: [{}] });
      });
    }
  });

  it('get the same answers to the same idempotency keys', async () => {
    for (const [keys, { created }] of [[native, traffic.native] as const, [guest, traffic.guest] as const]) {
      const sample = [...created].filter((_, place) => place % REPLAYED_EVERY === 0);
      await inGroups(sample, async ([key, id]) => {
        const reply = await create(server.baseUrl, keys, validBody(), { 'idempotency-key': key });
        expect([reply.status, createdId(reply)]).toEqual([201, id]);
      });
    }
    const text = 'SELECT count(*)::int AS count FROM florin_data.payment_intents WHERE merchant_id = $1';
    expect(await runSql(otherUrl, text, [await uuidIn(native)])).toEqual([
      { count: SEEDED + traffic.native.created.size },
    ]);
    expect(await runSql(otherUrl, text, [await uuidIn(guest)])).toEqual([{ count: traffic.guest.created.size }]);
  });

  it('have one number for every event, without a gap', async () => {
    const waiting = 'SELECT FROM florin_data.waiting_batches';
    await waitUntil('all events have numbers', async () => (await runSql(otherUrl, waiting)).length === 0);
    for (const keys of [native, guest]) {
      const [row] = await runSql<Record<string, number>>(
        otherUrl,
        `SELECT count(*)::int AS rows, count(DISTINCT number)::int AS numbers, max(number)::int AS last,
           (SELECT last_number::int FROM florin_data.event_counters WHERE merchant_id = $1) AS counter,
           count(DISTINCT (intent_id, sequence)) FILTER (WHERE intent_id IS NOT NULL)::int AS of_intents,
           (SELECT count(*)::int FROM florin_data.events WHERE merchant_id = $1) AS events
         FROM florin_data.numbered_events WHERE merchant_id = $1`,
        [await uuidIn(keys)],
      );
      expect(row).toMatchObject({ numbers: row?.['rows'], last: row?.['rows'], counter: row?.['rows'] });
      expect(row?.['of_intents']).toBe(row?.['events']);
    }
  });

  it('get every webhook, with one body', async () => {
    const pending = `SELECT FROM florin_data.deliveries WHERE state = 'pending'`;
    await waitUntil('everything is delivered', async () => {
      for (const text of SEND_AGAIN) await runSql(otherUrl, text);
      return (await runSql(otherUrl, pending)).length === 0;
    });
    const bodies = new Map<string, Set<string>>();
    for (const { headers, body } of receiver.received) {
      const id = String(headers['webhook-id']);
      bodies.set(id, (bodies.get(id) ?? new Set()).add(body));
    }
    expect([...bodies].filter(([, { size }]) => size !== 1)).toEqual([]);
    const numbers = [...bodies.values()].flatMap((texts) => [...texts].map((text) => JSON.parse(text) as SentEvent));
    const wanted = await runSql<{ number: number }>(
      otherUrl,
      `SELECT number::int FROM florin_data.numbered_events WHERE merchant_id = $1
         AND (type = 'payment_intent.succeeded' OR type LIKE 'payment.%') ORDER BY 1`,
      [await uuidIn(native)],
    );
    expect(numbers.map(({ number }) => number).toSorted((a, b) => a - b)).toEqual(wanted.map(({ number }) => number));
  });
});
