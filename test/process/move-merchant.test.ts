import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
import { waitUntil } from '../support/wait-until.ts';
import { startTraffic, type Traffic } from './move-traffic.ts';

const SEEDED = times(300, 3_000);
const KILLS = times(2, 5);
const CREATES_PER_SECOND = 50;
const HELD_MS_MAX = 2_000;
const GROUP = 50;
const RATES = {
  FLORIN_SIMULATED_BLOCK_MS: '200',
  FLORIN_RATE_CREATE: '100000',
  FLORIN_RATE_READ: '100000',
  FLORIN_RATE_WRITE: '100000',
};

interface MoveOutput {
  rows: number;
  held_ms: number;
}

async function inGroups<One>(all: readonly One[], work: (one: One) => Promise<void>): Promise<void> {
  for (let from = 0; from < all.length; from += GROUP) await Promise.all(all.slice(from, from + GROUP).map(work));
}

describe('a merchant that moves to another data store while it is in use', () => {
  let mainUrl: string;
  let otherUrl: string;
  let server: RunningServer;
  let keys: NewMerchant;
  let storeId: string;
  let traffic: Traffic;

  const options = () => ({ databaseUrl: mainUrl });
  const read = (path: string) => send(server.baseUrl, keys, path);

  beforeAll(async () => {
    mainUrl = await createMigrated(['control', 'data']);
    otherUrl = await createDatabase(servers().at(-1)?.url);
    keys = await createMerchant(options());
    const resident = await createMerchant(options());
    ({ id: storeId } = await florin<{ id: string }>(options(), 'stores', 'add', otherUrl, '--name', 'other'));
    await florin(options(), 'merchants', 'set-store', resident.merchant_id, storeId);
    server = await startServer({ ...options(), env: RATES });
    // The new store watches the same network for somebody else.
    const id = createdId(await create(server.baseUrl, resident));
    await send(server.baseUrl, resident, `/payment_intents/${id}/simulate`, { body: { kind: 'full' } });
    for (let count = 0; count < SEEDED; count += 50) {
      await Promise.all(Array.from({ length: 50 }, () => create(server.baseUrl, keys, validBody())));
    }
    traffic = startTraffic(server.baseUrl, keys, CREATES_PER_SECOND);
  });

  afterAll(async () => {
    await traffic.stop();
    await server.stop();
  });

  it('survives the death of the mover at any moment', async () => {
    for (let kill = 0; kill < KILLS; kill += 1) {
      const mover = spawn(process.execPath, [PROGRAM, 'merchants', 'move', keys.merchant_id, storeId], {
        env: florinEnv(options()),
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      const over = once(mover, 'exit');
      const isCopying = async () =>
        (await runSql(mainUrl, `SELECT FROM florin_control.merchant_moves WHERE state = 'copying'`)).length > 0;
      await waitUntil('the move has begun', isCopying);
      // The moment is what the test is about, so it is left to chance.
      await sleep(Math.random() * 3_000);
      mover.kill('SIGKILL');
      await over;
    }
    expect(traffic.failures).toEqual([]);
  });

  it('loses nothing, credits nothing twice, and holds writes for a moment', async () => {
    const moved = await florin<MoveOutput>(options(), 'merchants', 'move', keys.merchant_id, storeId);
    expect(moved.held_ms).toBeLessThanOrEqual(HELD_MS_MAX);
    await expectMerchantIn(otherUrl, mainUrl);
    const back = await florin<MoveOutput>(options(), 'merchants', 'move', keys.merchant_id, 'main');
    expect(back.held_ms).toBeLessThanOrEqual(HELD_MS_MAX);
    await traffic.stop();
    expect(traffic.failures).toEqual([]);
    expect(traffic.slowestMs()).toBeLessThan(HELD_MS_MAX + 1_000);
    await expectMerchantIn(mainUrl, otherUrl);
    await expectAllPaid();
    const { data } = await florin<{ data: object[] }>(options(), 'stores', 'list');
    expect(data).toMatchObject([
      { id: 'main', healthy: true, open: true, merchants: 1 },
      { id: storeId, healthy: true, open: false, merchants: 1 },
    ]);
    await expectReplays();
    await expectNumbers();
  });

  async function expectMerchantIn(url: string, not: string) {
    const tables = ['payment_intents', 'events', 'targets', 'target_keys', 'payments', 'outbox', 'idempotency_keys'];
    const [uuid] = await runSql<{ id: string }>(mainUrl, 'SELECT id FROM florin_control.merchants ORDER BY created_at');
    for (const table of tables) {
      const text = `SELECT count(*)::int AS count FROM florin_data.${table} WHERE merchant_id = $1`;
      const [here, there] = [await runSql(url, text, [uuid?.id]), await runSql(not, text, [uuid?.id])];
      expect([table, here]).not.toEqual([table, [{ count: 0 }]]);
      expect([table, there]).toEqual([table, [{ count: 0 }]]);
    }
  }

  async function expectAllPaid() {
    await inGroups([...traffic.paid], async (id) => {
      await waitUntil(
        `${id} is paid`,
        async () => (await read(`/payment_intents/${id}`)).json['status'] === 'succeeded',
      );
      const { json } = await read(`/payment_intents/${id}`);
      expect(json['payments']).toHaveLength(1);
    });
    expect(traffic.paid.size).toBeGreaterThan(20);
  }

  async function expectReplays() {
    await inGroups([...traffic.created], async ([key, id]) => {
      const reply = await create(server.baseUrl, keys, validBody(), { 'idempotency-key': key });
      expect([reply.status, createdId(reply)]).toEqual([201, id]);
    });
    const [row] = await runSql<{ count: number }>(
      mainUrl,
      'SELECT count(*)::int AS count FROM florin_data.payment_intents',
    );
    expect(row?.count).toBe(SEEDED + traffic.created.size);
  }

  /** Every event of every intent has one number, and no number is missing. */
  async function expectNumbers() {
    const unnumbered = async () => (await runSql(mainUrl, 'SELECT FROM florin_data.event_queue')).length === 0;
    await waitUntil('all events have numbers', unnumbered);
    const [row] = await runSql<Record<string, number>>(
      mainUrl,
      `SELECT count(*)::int AS rows, count(DISTINCT number)::int AS numbers, max(number)::int AS last,
         (SELECT last_number::int FROM florin_data.event_counters) AS counter,
         count(DISTINCT (intent_id, sequence)) FILTER (WHERE intent_id IS NOT NULL)::int AS of_intents,
         (SELECT count(*)::int FROM florin_data.events) AS events
       FROM florin_data.outbox`,
    );
    expect(row?.['numbers']).toBe(row?.['rows']);
    expect(row?.['last']).toBe(row?.['rows']);
    expect(row?.['counter']).toBe(row?.['rows']);
    expect(row?.['of_intents']).toBe(row?.['events']);
  }
});
