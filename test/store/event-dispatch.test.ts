import { randomBytes, randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventIdOf } from '../../src/domain/events/event-id.ts';
import { idFromUuid, makeId, uuidOf } from '../../src/domain/ids.ts';
import type { Intent } from '../../src/domain/intents/intent.ts';
import type { Change } from '../../src/ports/changes.ts';
import type { Carrier } from '../../src/ports/delivery-queue.ts';
import type { RenderEvent } from '../../src/ports/event-dispatch.ts';
import type { Store } from '../../src/ports/stores.ts';
import { PostgresDataStore } from '../../src/store/data-store.ts';
import { Outage } from '../../src/store/database/outage.ts';
import { PostgresChanges } from '../../src/store/events/changes.ts';
import { plainVault } from '../memory/vault.ts';
import { createMigrated } from '../support/create-migrated.ts';
import { CONNECT_MS_MAX, runSql, servers } from '../support/databases.ts';
import { waitUntil } from '../support/wait-until.ts';
import { newMerchantId, sampleIntent } from './sample-intent.ts';
import { newId } from './sample-rows.ts';
import { sampleEndpoint, sampleRecord } from './sample-webhooks.ts';

const NOW_MS = Date.UTC(2026, 10, 16);
const LOCK = 6_702_027;

/** The statement of the version before, which knows nothing of a queue. */
const EVENT = `INSERT INTO florin_data.events (merchant_id, livemode, intent_id, sequence, type, changes, created_at)
  VALUES ($1, false, $2, $3, 'payment_intent.flagged', '{"flags": []}', now())`;

const flag = (intent: Intent) => ({
  intent: { ...intent, sequence: intent.sequence + 1 },
  events: [{ type: 'payment_intent.flagged' as const, changes: { flags: [] } }],
});

/** A process that adds a delivery loses its connection, after numbers were counted and events were taken. */
const DIE = `CREATE OR REPLACE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NEW; END $$;
  CREATE TRIGGER die BEFORE INSERT ON florin_data.deliveries FOR EACH ROW EXECUTE FUNCTION die()`;

describe.each(servers())('the dispatch of events on the $name PostgreSQL', ({ url: serverUrl }) => {
  let url: string;
  let dataStore: PostgresDataStore;
  let merchant: string;
  let store: Store;

  const open = () =>
    new PostgresDataStore({
      outage: new Outage(),
      connectMsMax: CONNECT_MS_MAX,
      url,
      connectionsMax: 4,
      groupCommit: true,
      onBatch: () => undefined,
    });

  beforeAll(async () => {
    url = await createMigrated(['data'], serverUrl);
    dataStore = open();
  });
  afterAll(() => dataStore.close());
  beforeEach(async () => {
    const merchantId = newMerchantId();
    merchant = uuidOf(merchantId);
    store = dataStore.bind(merchantId, false);
  });

  const dispatch = (render: RenderEvent = () => '{}', from = dataStore, carrier?: Carrier) =>
    from.eventDispatch.dispatch({
      carrier,
      nowMs: NOW_MS,
      limit: 500,
      render,
      newId: () => makeId('dlv', NOW_MS, randomBytes(10)),
    });

  async function openIntent(): Promise<Intent> {
    const intent = sampleIntent();
    await store.intents.insert(intent, undefined);
    return intent;
  }

  const addEndpoint = async () => {
    const endpoint = sampleEndpoint();
    await store.endpoints.insert(endpoint, 20, sampleRecord('webhook_endpoint.created'));
    return endpoint;
  };

  const numbers = async () =>
    (await store.events.list({ after: 0, limit: 100 })).map(({ number, subject }) => [
      number,
      'intent' in subject ? subject.intent.id : undefined,
    ]);

  /** A connection with an open transaction. */
  async function begin(): Promise<{ client: Client; commit: () => Promise<void> }> {
    const client = new Client({ connectionString: url });
    await client.connect();
    await client.query('BEGIN');
    const commit = async () => {
      await client.query('COMMIT');
      await client.end();
    };
    return { client, commit };
  }

  const finish = (set: string) =>
    runSql(url, `UPDATE florin_data.deliveries SET ${set} WHERE merchant_id = $1 AND livemode = false`, [merchant]);

  async function dueAfter(set: string): Promise<(number | undefined)[]> {
    const endpoint = await addEndpoint();
    const { id } = await openIntent();
    await dispatch();
    await finish(set);
    await runSql(url, EVENT, [merchant, uuidOf(id), 2]);
    await dispatch();
    const deliveries = await store.deliveries.list({ endpointId: endpoint.id, limit: 10 });
    return deliveries.filter(({ number }) => number === 2).map(({ nextAttemptAtMs }) => nextAttemptAtMs);
  }

  it('numbers in the order of commits: who writes first and commits last comes last', async () => {
    const [slow, fast] = [await openIntent(), await openIntent()];
    await dispatch();
    const { client, commit } = await begin();
    await client.query(EVENT, [merchant, uuidOf(slow.id), 2]);
    await runSql(url, EVENT, [merchant, uuidOf(fast.id), 2]);
    await dispatch();
    await commit();
    await dispatch();
    expect((await numbers()).slice(2)).toEqual([
      [3, fast.id],
      [4, slow.id],
    ]);
  });

  it('gives an event the ID that every process computes', async () => {
    const intents = [0, 0xff].map((byte) => sampleIntent({ id: makeId('pi', NOW_MS, new Uint8Array(10).fill(byte)) }));
    for (const intent of intents) await store.intents.insert(intent, undefined);
    await dispatch();
    expect((await store.events.list({ after: 0, limit: 10 })).map(({ id }) => id)).toEqual(
      intents.map(({ id, createdAtMs }) => eventIdOf(id, 1, createdAtMs)),
    );
  });

  it('announces what a process that died after its commit did not', async () => {
    const stores = { readNumbered: async () => [] };
    const ports = { dataStores: { find: async () => undefined }, vault: plainVault, stores };
    const changes = new PostgresChanges(url, ports);
    await changes.start();
    const { id } = await openIntent();
    await runSql(url, EVENT, [merchant, uuidOf(id), 2]);
    await runSql(url, `UPDATE florin_data.payment_intents SET sequence = 2 WHERE id = $1`, [uuidOf(id)]);
    const heard: Change[] = [];
    const last: number[] = [];
    const tenant = { merchantId: idFromUuid('mer', merchant), livemode: false, dataStoreId: undefined };
    changes.subscribe(tenant, (change) => heard.push(change));
    changes.subscribeToNumbers(tenant, (number) => last.push(number));
    await dispatch();
    await waitUntil('the change is announced', () => heard.some(({ sequence }) => sequence === 2));
    expect(heard.at(-1)).toEqual({ intentId: id, sequence: 2, status: 'requires_payment' });
    expect(last).toEqual([2]);
    await changes.close();
  });

  it('is not held up by a transaction that is open elsewhere', async () => {
    const { client, commit } = await begin();
    await client.query('SELECT pg_current_xact_id()');
    const intent = await openIntent();
    expect(await dispatch()).toMatchObject({ events: 1 });
    expect(await numbers()).toEqual([[1, intent.id]]);
    await commit();
  });

  it('is done by one process at a time', async () => {
    await openIntent();
    const { client, commit } = await begin();
    await client.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
    expect(await dispatch()).toBeUndefined();
    expect(await numbers()).toEqual([]);
    await commit();
    expect(await dispatch()).toMatchObject({ events: 1 });
  });

  it('starts over after a process died half-way', async () => {
    const endpoint = await addEndpoint();
    const intent = await openIntent();
    await dispatch(() => '{}');
    const next = await openIntent();
    await runSql(url, DIE);
    const carried: unknown[] = [];
    const rooms = [{ endpointId: endpoint.id, merchantId: idFromUuid('mer', merchant), count: 1 }];
    const claim = { nowMs: NOW_MS, claimedUntilMs: NOW_MS + 1, token: randomUUID(), rooms };
    const dying = dispatch(undefined, dataStore, {
      offer: () => claim,
      carry: (claimed) => void carried.push(...claimed),
    });
    await expect(dying).rejects.toMatchObject({ code: 'unavailable' });
    expect(carried).toEqual([]);
    await runSql(url, 'DROP TRIGGER die ON florin_data.deliveries');
    expect(await numbers()).toEqual([[1, intent.id]]);
    expect(await store.events.lastNumber()).toBe(1);
    expect(await dispatch()).toEqual({ events: 1, deliveries: 1 });
    expect(await numbers()).toEqual([
      [1, intent.id],
      [2, next.id],
    ]);
    expect(await store.deliveries.list({ endpointId: endpoint.id, limit: 10 })).toHaveLength(2);
    expect(await runSql(url, 'SELECT 1 FROM florin_data.waiting_batches')).toEqual([]);
  });

  it('gives a merchant’s event one number, however often it is added while events are numbered', async () => {
    const merchantId = newMerchantId();
    const id = newId('evt');
    const event = { id, merchantId, livemode: false, type: 'wallet.changed' as const, object: {}, atMs: NOW_MS };
    const other = open();
    await Promise.all(
      Array.from({ length: 30 }, async (_, round) => {
        await (round % 2 === 0 ? dataStore : other).eventDispatch.append([event]);
        await dispatch();
      }),
    );
    await dispatch();
    await other.close();
    expect(await dataStore.bind(merchantId, false).events.lastNumber()).toBe(1);
  });

  it('numbers every event once while many processes write and dispatch', async () => {
    const stores = [dataStore, open(), open()];
    const intents = await Promise.all(Array.from({ length: 30 }, () => openIntent()));
    const work = intents.flatMap(({ id }) =>
      [0, 1, 2].map((index) => async () => {
        await store.intents.change(id, NOW_MS, flag);
        await dispatch(undefined, stores[index]);
      }),
    );
    await Promise.all(work.map((one) => one()));
    while ((await dispatch())?.events);
    const events = [];
    for (let after = 0; ; after = events.length) {
      const page = await store.events.list({ after, limit: 50 });
      if (page.length === 0) break;
      events.push(...page);
    }
    expect(events.map(({ number }) => number)).toEqual(Array.from({ length: 120 }, (_, index) => index + 1));
    for (const { id } of intents) {
      const own = events.flatMap(({ subject }) => ('intent' in subject && subject.intent.id === id ? [subject] : []));
      expect(own.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4]);
    }
    await Promise.all(stores.slice(1).map((one) => one.close()));
  });

  describe('holds an event back', () => {
    it.each([
      ['attempts = 4, next_attempt_at = next_attempt_at + interval $$1 h$$', undefined],
      ['attempts = 5', NOW_MS],
      [`state = 'delivered'`, NOW_MS],
      [`state = 'failed'`, NOW_MS],
      ['ordered = false', NOW_MS],
    ])('of an intent whose event before is such: %s', async (set, dueAtMs) => {
      expect(await dueAfter(set)).toEqual([dueAtMs]);
    });

    it('only if the one before does not end meanwhile', async () => {
      const endpoint = await addEndpoint();
      const { id } = await openIntent();
      await dispatch();
      await runSql(url, EVENT, [merchant, uuidOf(id), 2]);
      const { client, commit } = await begin();
      await client.query(
        `UPDATE florin_data.deliveries SET state = 'delivered' WHERE merchant_id = $1 AND livemode = false`,
        [merchant],
      );
      const dispatching = dispatch();
      await waitForLock(url);
      await commit();
      await dispatching;
      const [second] = await store.deliveries.list({ endpointId: endpoint.id, limit: 1, state: 'pending' });
      expect(second).toMatchObject({ number: 2, nextAttemptAtMs: NOW_MS });
    });
  });
});

async function waitForLock(url: string): Promise<void> {
  await waitUntil('somebody waits for a lock', async () => {
    const waiting = await runSql(
      url,
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return waiting.length > 0;
  });
}
