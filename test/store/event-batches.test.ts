import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventIdOf } from '../../src/domain/events/event-id.ts';
import { type EventId, type IntentId, idFromUuid, type MerchantId, makeId, uuidOf } from '../../src/domain/ids.ts';
import type { Intent } from '../../src/domain/intents/intent.ts';
import { matchesEvent } from '../../src/domain/webhooks/matches-event.ts';
import type { EventFilter, LoggedEvent, PastEventFilter } from '../../src/ports/event-log.ts';
import type { Store } from '../../src/ports/stores.ts';
import { PostgresDataStore } from '../../src/store/data-store.ts';
import { migrateWithin, migrationNames } from '../../src/store/database/migrate.ts';
import { Outage } from '../../src/store/database/outage.ts';
import { createMigrated } from '../support/create-migrated.ts';
import { CONNECT_MS_MAX, createDatabase, runSql, servers } from '../support/databases.ts';
import { newMerchantId, sampleIntent } from './sample-intent.ts';
import { sampleEndpoint, sampleRecord } from './sample-webhooks.ts';

const NOW_MS = Date.UTC(2026, 10, 16);
const APART_MS = 7;
/** The first migration with batches. */
const BATCHES = '0050_event_batches.sql';

/** One statement, as a group commit or a block with many payments writes them. */
const EVENTS = `INSERT INTO florin_data.events (merchant_id, livemode, intent_id, sequence, type, changes, created_at)
  SELECT $1, false, id, $3, $4, '{}', $5::timestamptz + place * interval '${APART_MS} milliseconds'
  FROM unnest($2::uuid[]) WITH ORDINALITY AS intent (id, place)`;

/** As a version without batches keeps numbered events, and what waits for a number. */
const NUMBERED = `
  WITH given AS (SELECT id, place FROM unnest($2::uuid[]) WITH ORDINALITY AS intent (id, place))
  INSERT INTO florin_data.outbox (merchant_id, livemode, number, event_id, type, intent_id, sequence, happened_at, created_at)
  SELECT $1, false, place, florin_data.event_id(id, 1, event.created_at), type, id, 1, event.created_at, $3
  FROM given JOIN florin_data.events AS event ON event.merchant_id = $1 AND intent_id = id AND sequence = 1`;
const QUEUED = `INSERT INTO florin_data.event_queue
  (merchant_id, livemode, intent_id, sequence, event_id, type, object, created_at) VALUES ($1, false, $2, $3, $4, $5, $6, $7)`;

const open = (databaseUrl: string) =>
  new PostgresDataStore({
    outage: new Outage(),
    connectMsMax: CONNECT_MS_MAX,
    url: databaseUrl,
    connectionsMax: 4,
    groupCommit: true,
    onBatch: () => undefined,
  });

const intentOf = ({ subject }: LoggedEvent): IntentId | undefined =>
  'intent' in subject ? subject.intent.id : undefined;
const nameOf = (event: LoggedEvent) => [event.number, event.id, event.type, intentOf(event), event.atMs];

describe.each(servers())('batches of events on the $name PostgreSQL', ({ url: serverUrl }) => {
  let url: string;
  let dataStore: PostgresDataStore;
  let merchantId: MerchantId;
  let store: Store;

  beforeAll(async () => {
    url = await createMigrated(['data'], serverUrl);
    dataStore = open(url);
  });
  afterAll(() => dataStore.close());
  beforeEach(() => {
    merchantId = newMerchantId();
    store = dataStore.bind(merchantId, false);
  });

  const dispatch = (limit = 500, from = dataStore) =>
    from.eventDispatch.dispatch({
      nowMs: NOW_MS,
      limit,
      render: () => '{}',
      newId: () => makeId('dlv', NOW_MS, randomBytes(10)),
    });
  const dispatchAll = async (limit?: number) => {
    while ((await dispatch(limit))?.events);
  };

  /** New intents, whose events gather in group commits. */
  async function openIntents(count: number): Promise<Intent[]> {
    const intents = Array.from({ length: count }, () => sampleIntent());
    await Promise.all(intents.map((intent) => store.intents.insert(intent, undefined)));
    return intents;
  }
  const write = (intents: readonly Intent[], sequence: number, type: string, atMs = NOW_MS) =>
    runSql(url, EVENTS, [uuidOf(merchantId), intents.map(({ id }) => uuidOf(id)), sequence, type, new Date(atMs)]);

  async function readForwards(limit: number, filter: Partial<EventFilter> = {}): Promise<LoggedEvent[]> {
    const read: LoggedEvent[] = [];
    for (let after = 0; ; after = read.at(-1)?.number ?? 0) {
      const page = await store.events.list({ after, limit, ...filter });
      if (page.length === 0) return read;
      read.push(...page);
    }
  }

  async function readBackwards(limit: number, filter: Partial<PastEventFilter> = {}): Promise<LoggedEvent[]> {
    const read: LoggedEvent[] = [];
    for (let before: number | undefined; ; before = read.at(-1)?.number) {
      const page = await store.events.listBackwards({ before, limit, ...filter });
      if (page.length === 0) return read.toReversed();
      read.push(...page);
    }
  }

  const batches = async () => {
    const rows = await runSql<{ size: number }>(
      url,
      'SELECT cardinality(intent_ids) AS size FROM florin_data.numbered_batches WHERE merchant_id = $1 ORDER BY last_number',
      [uuidOf(merchantId)],
    );
    return rows.map(({ size }) => size);
  };

  it('are read event by event, in pages of any size, in both directions', async () => {
    const intents = await openIntents(60);
    await dispatchAll();
    await write(intents, 2, 'payment.seen');
    await write(intents.slice(0, 1), 3, 'payment.final');
    await write(intents.slice(10), 3, 'payment_intent.flagged', NOW_MS + 5_000);
    await dispatchAll();
    const all = await readForwards(100);
    expect(all.map(({ number }) => number)).toEqual(Array.from({ length: 171 }, (_, index) => index + 1));
    expect((await batches()).length).toBeLessThan(80);
    for (const limit of [1, 7, 50, 99]) {
      expect((await readForwards(limit)).map(nameOf)).toEqual(all.map(nameOf));
      expect((await readBackwards(limit)).map(nameOf)).toEqual(all.map(nameOf));
      for (const types of [['payment.seen'], ['payment.*'], ['payment_intent.created', 'payment.final']]) {
        const expected = all.filter(({ type }) => matchesEvent(types, type));
        expect((await readForwards(limit, { types })).map(nameOf)).toEqual(expected.map(nameOf));
        expect((await readBackwards(limit, { types })).map(nameOf)).toEqual(expected.map(nameOf));
      }
    }
    for (const { id } of [intents[0], intents[20], intents[59]] as Intent[]) {
      const own = all.filter((event) => intentOf(event) === id);
      expect(own.map(({ subject }) => 'sequence' in subject && subject.sequence)).toEqual(
        [1, 2, 3].slice(0, own.length),
      );
      for (const limit of [1, 50]) {
        expect((await readForwards(limit, { intentId: id })).map(nameOf)).toEqual(own.map(nameOf));
        expect((await readBackwards(limit, { intentId: id })).map(nameOf)).toEqual(own.map(nameOf));
      }
    }
    for (const event of all) {
      const found = await store.events.find(event.id);
      expect(found && nameOf(found)).toEqual(nameOf(event));
    }
    expect(await store.events.find(makeId('evt', NOW_MS, randomBytes(10)))).toBeUndefined();
  });

  it('get their numbers in parts, if not all of their events fit into a round', async () => {
    const intents = await openIntents(25);
    await dispatchAll();
    await write(intents, 2, 'payment.seen');
    const other = dataStore.bind(newMerchantId(), false);
    await other.intents.insert(sampleIntent(), undefined);
    expect(await dispatch(10)).toEqual({ events: 10, deliveries: 0 });
    expect(await other.events.lastNumber()).toBe(0);
    await write(intents.slice(0, 2), 3, 'payment.final');
    await dispatchAll(8);
    expect(await other.events.lastNumber()).toBe(1);
    const events = await readForwards(100);
    expect(events.map(({ number }) => number)).toEqual(Array.from({ length: 52 }, (_, index) => index + 1));
    expect(events.slice(25).map(({ type }) => type)).toEqual([
      ...intents.map(() => 'payment.seen'),
      'payment.final',
      'payment.final',
    ]);
    expect(new Set(events.map(({ id }) => id)).size).toBe(52);
  });

  it('are no longer than a second of the clock', async () => {
    await write(await openIntents(500), 2, 'payment.seen');
    await dispatchAll();
    const spans = await runSql<{ seconds: number; is_last: boolean }>(
      url,
      `SELECT count(DISTINCT date_bin('1 second', at, 'epoch'))::int AS seconds, max(at) = last_at AS is_last
       FROM florin_data.numbered_batches CROSS JOIN unnest(happened_at) AS at
       WHERE merchant_id = $1 AND type = 'payment.seen' GROUP BY last_number, last_at`,
      [uuidOf(merchantId)],
    );
    expect(spans).toEqual(
      Array.from({ length: Math.ceil((500 * APART_MS) / 1_000) }, () => ({ seconds: 1, is_last: true })),
    );
  });

  it('are one delivery for each of their events and endpoints', async () => {
    const endpoint = sampleEndpoint();
    await store.endpoints.insert(endpoint, 20, sampleRecord('webhook_endpoint.created'));
    const intents = await openIntents(20);
    await dispatchAll(7);
    const events = await readForwards(100);
    const deliveries = await store.deliveries.list({ endpointId: endpoint.id, limit: 100 });
    expect(new Map(deliveries.map(({ number, eventId }) => [number, eventId]))).toEqual(
      new Map(events.map(({ number, id }) => [number, id])),
    );
    expect(deliveries).toHaveLength(20);
    expect(new Set(events.map(intentOf))).toEqual(new Set(intents.map(({ id }) => id)));
  });

  it('follow events that an earlier version numbered', async () => {
    const intents = await openIntents(3);
    const ids = intents.map(({ id }) => uuidOf(id));
    await runSql(url, 'DELETE FROM florin_data.waiting_batches');
    await runSql(
      url,
      `CREATE TABLE IF NOT EXISTS florin_data.outbox_y2026m11 PARTITION OF florin_data.outbox
      FOR VALUES FROM ('2026-11-01 00:00:00+00') TO ('2026-12-01 00:00:00+00')`,
    );
    await runSql(url, NUMBERED, [uuidOf(merchantId), ids, new Date(NOW_MS)]);
    await runSql(url, 'INSERT INTO florin_data.event_counters VALUES ($1, false, 3)', [uuidOf(merchantId)]);
    await write(intents, 2, 'payment.seen');
    await dispatchAll();
    const all = await readForwards(2);
    expect(all.map(({ number, type }) => [number, type])).toEqual([
      ...[1, 2, 3].map((number) => [number, 'payment_intent.created']),
      ...[4, 5, 6].map((number) => [number, 'payment.seen']),
    ]);
    expect((await readBackwards(2)).map(nameOf)).toEqual(all.map(nameOf));
    const own = all.filter((event) => intentOf(event) === intents[1]?.id);
    expect((await readForwards(1, { intentId: intents[1]?.id })).map(nameOf)).toEqual(own.map(nameOf));
    expect((await readForwards(1, { types: ['payment_intent.*'] })).map(nameOf)).toEqual(all.slice(0, 3).map(nameOf));
    for (const event of all) expect((await store.events.find(event.id))?.number).toBe(event.number);
  });

  it('take over what an earlier version queues, before the upgrade and during it', async () => {
    const older = await createDatabase(serverUrl);
    const client = new Client({ connectionString: older });
    await client.connect();
    const names = await migrationNames('data');
    await migrateWithin(client, 'data', names.slice(0, names.indexOf(BATCHES)));
    const [first, second, third] = [0, 1, 2].map(() => sampleIntent()) as [Intent, Intent, Intent];
    const event: EventId = makeId('evt', NOW_MS, randomBytes(10));
    const queue = (intent: Intent) =>
      client.query(QUEUED, [uuidOf(merchantId), uuidOf(intent.id), 1, null, 'payment.seen', null, new Date(NOW_MS)]);
    const append = () =>
      client.query(`${QUEUED} ON CONFLICT (merchant_id, livemode, event_id) WHERE event_id IS NOT NULL DO NOTHING`, [
        uuidOf(merchantId),
        null,
        null,
        uuidOf(event),
        'wallet.changed',
        '{"id": "wal_1"}',
        new Date(NOW_MS),
      ]);
    await queue(first);
    await append();
    await queue(second);
    await migrateWithin(client, 'data');
    await append();
    await queue(third);
    expect((await client.query('SELECT FROM florin_data.event_queue')).rows).toEqual([]);
    const upgraded = open(older);
    expect(await dispatch(500, upgraded)).toEqual({ events: 4, deliveries: 0 });
    const events = await upgraded.bind(merchantId, false).events.list({ after: 0, limit: 10 });
    expect(events.map(({ number, id, type }) => [number, id, type])).toEqual([
      [1, eventIdOf(first.id, 1, NOW_MS), 'payment.seen'],
      [2, event, 'wallet.changed'],
      [3, eventIdOf(second.id, 1, NOW_MS), 'payment.seen'],
      [4, eventIdOf(third.id, 1, NOW_MS), 'payment.seen'],
    ]);
    expect(idFromUuid('evt', uuidOf(event))).toBe(event);
    await upgraded.close();
    await client.end();
  });
});
