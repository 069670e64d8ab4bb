import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Intent } from '../../src/domain/intents/intent.ts';
import type { Transition } from '../../src/domain/intents/transition.ts';
import { LIMITS } from '../../src/domain/limits.ts';
import type { Store } from '../../src/ports/stores.ts';
import { PostgresDataStore } from '../../src/store/data-store.ts';
import { Database } from '../../src/store/database/database.ts';
import { Outage } from '../../src/store/database/outage.ts';
import { sampleItem } from '../memory/sample-item.ts';
import { createMigrated } from '../support/create-migrated.ts';
import { CONNECT_MS_MAX, runSql, servers } from '../support/databases.ts';
import { timeBeside } from '../support/time-beside.ts';
import { newMerchantId, sampleIntent } from './sample-intent.ts';

const succeed = (intent: Intent): Transition => ({
  intent: { ...intent, status: 'succeeded' },
  events: [],
  document: { kind: 'invoice', seller: { name: 'Shop', address: [] }, prefix: 'INV-' },
});

const idempotency = (key: string, answer = 'answer') => ({ key, answer });

describe('the external PostgreSQL', () => {
  it.skipIf(inject('externalUrl') === '')('is one of the tested servers', () => {
    expect(servers().map(({ name }) => name)).toEqual(['embedded', 'external']);
  });
});

describe.each(servers())('store on the $name PostgreSQL', ({ url: serverUrl }) => {
  let url: string;
  let dataStore: PostgresDataStore;
  let store: Store;
  const batches: number[] = [];
  const merchantId = newMerchantId();

  beforeAll(async () => {
    url = await createMigrated(['data'], serverUrl);
    dataStore = new PostgresDataStore({
      outage: new Outage(),
      connectMsMax: CONNECT_MS_MAX,
      url,
      connectionsMax: 4,
      groupCommit: true,
      onBatch: (rows) => batches.push(rows),
    });
    store = dataStore.bind(merchantId, false);
  });

  afterAll(() => dataStore.close());

  it('compiles no plan to machine code, which would take longer than any statement may', async () => {
    const database = new Database({ url, connectionsMax: 1, connectMsMax: CONNECT_MS_MAX, applicationName: 'test' });
    expect(await database.query({ name: 'show-jit', text: 'SHOW jit', values: [] })).toEqual([{ jit: 'off' }]);
    await database.close();
  });

  it('writes the event with the intent', async () => {
    const intent = sampleIntent();
    await store.intents.insert(intent, undefined);
    const events = await runSql(
      url,
      `SELECT sequence, type, changes FROM florin_data.events ORDER BY created_at DESC LIMIT 1`,
    );
    expect(events).toEqual([{ sequence: 1, type: 'payment_intent.created', changes: { status: 'requires_payment' } }]);
  });

  it('writes concurrent intents in one batch', async () => {
    batches.length = 0;
    const intents = Array.from({ length: 300 }, () => sampleIntent());
    await Promise.all(intents.map((intent) => store.intents.insert(intent, undefined)));
    expect(batches.reduce((sum, rows) => sum + rows, 0)).toBe(300);
    expect(batches.length).toBeLessThanOrEqual(4);
    for (const intent of intents) expect((await store.intents.find(intent.id))?.id).toBe(intent.id);
  });

  it('resolves only after the commit, so another connection sees every row', async () => {
    const seen = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const intent = sampleIntent();
        await store.intents.insert(intent, undefined);
        const [row] = await runSql<{ count: number }>(
          url,
          'SELECT count(*)::int AS count FROM florin_data.payment_intents WHERE created_at = $1',
          [new Date(intent.createdAtMs)],
        );
        return row?.count;
      }),
    );
    expect(seen).toEqual(seen.map(() => 1));
  });

  it('rejects only the row that the database rejects', async () => {
    const good = [sampleIntent(), sampleIntent(), sampleIntent()];
    const bad = sampleIntent({ taxPercent: 101 });
    const results = await Promise.allSettled(
      [good[0], bad, good[1], good[2]].map((intent) => store.intents.insert(intent as typeof bad, undefined)),
    );
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
    for (const intent of good) expect(await store.intents.find(intent.id)).toBeDefined();
    expect(await store.intents.find(bad.id)).toBeUndefined();
  });

  it('claims an expired key again, and deletes expired keys', async () => {
    const key = idempotency('old');
    await store.intents.insert(sampleIntent(), key);
    await runSql(
      url,
      `UPDATE florin_data.idempotency_keys SET created_at = now() - interval '8 days' WHERE key = 'old'`,
    );
    expect(await store.intents.insert(sampleIntent(), key)).toEqual({ kind: 'created' });
    await runSql(
      url,
      `UPDATE florin_data.idempotency_keys SET created_at = now() - interval '8 days' WHERE key = 'old'`,
    );
    expect(await dataStore.deleteIdempotencyKeys(Date.now() - LIMITS.idempotencyKeyKeptMs)).toBe(1);
  });

  it('reports a request in progress if another transaction holds the key, without delaying others', async () => {
    const { Client } = await import('pg');
    const other = new Client({ connectionString: url });
    await other.connect();
    const [{ merchant_id: merchant } = { merchant_id: '' }] = await runSql<{ merchant_id: string }>(
      url,
      'SELECT merchant_id FROM florin_data.payment_intents LIMIT 1',
    );
    await other.query('BEGIN');
    await other.query(`INSERT INTO florin_data.idempotency_keys VALUES ($1, false, 'held', $1, 'a', now())`, [
      merchant,
    ]);
    const held = Promise.allSettled(
      Array.from({ length: 20 }, () => store.intents.insert(sampleIntent(), idempotency('held'))),
    );
    const free = store.intents.insert(sampleIntent(), idempotency('free'));
    const { result: created, ms } = await timeBeside(
      () => runSql(url, 'SELECT 1'),
      () => free,
    );
    expect(created).toEqual({ kind: 'created' });
    expect(ms).toBeLessThan(1_500);
    for (const result of await held) {
      expect(result).toMatchObject({ status: 'rejected', reason: { code: 'idempotency_in_flight' } });
    }
    await other.query('ROLLBACK');
    await other.end();
  });

  it('does not take another lock for a request in progress', async () => {
    const { Client } = await import('pg');
    const other = new Client({ connectionString: url });
    await other.connect();
    await other.query('BEGIN');
    for (const table of ['payment_intents', 'idempotency_keys']) {
      await other.query(`LOCK TABLE florin_data.${table} IN EXCLUSIVE MODE`);
      const results = await Promise.allSettled(
        ['x', 'y'].map((key) => store.intents.insert(sampleIntent(), idempotency(`${table} ${key}`))),
      );
      for (const result of results) expect(result).toMatchObject({ reason: { code: 'unavailable' } });
      await other.query('ROLLBACK');
      await other.query('BEGIN');
    }
    await other.end();
    expect(await store.intents.insert(sampleIntent(), idempotency('payment_intents x'))).toEqual({ kind: 'created' });
  });

  it('numbers 1,000 successes on three processes without gaps, in the order of their times', async () => {
    const owner = newMerchantId();
    const options = { outage: new Outage(), connectMsMax: CONNECT_MS_MAX, url, connectionsMax: 4, groupCommit: true };
    const others = [1, 2].map(() => new PostgresDataStore({ ...options, onBatch: () => undefined }));
    const stores = [dataStore, ...others].map((each) => each.bind(owner, false));
    const intents = Array.from({ length: 1_000 }, () => sampleIntent());
    await Promise.all(intents.map((intent) => dataStore.bind(owner, false).intents.insert(intent, undefined)));
    const succeedAt = async ({ id }: Intent, place: number) => {
      await stores[place % stores.length]?.intents.change(id, Date.now(), succeed);
    };
    await Promise.all(intents.map(succeedAt));
    const issued = (
      await Promise.all(intents.map(({ id }) => dataStore.bind(owner, false).invoices.listOfIntent(id)))
    ).flat();
    const byNumber = issued.toSorted((a, b) => a.number - b.number);
    expect(byNumber.map(({ number }) => number)).toEqual(intents.map((_, index) => index + 1));
    const times = byNumber.map(({ issuedAtMs }) => issuedAtMs);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    await Promise.all(others.map((other) => other.close()));
  });

  it('changes no intent while another transaction locks the series, and leaves no gap afterwards', async () => {
    const { Client } = await import('pg');
    const own = dataStore.bind(newMerchantId(), false);
    const [one, two] = [sampleIntent(), sampleIntent()];
    for (const intent of [one, two]) await own.intents.insert(intent, undefined);
    await own.intents.change(one.id, 0, succeed);
    const holder = new Client({ connectionString: url });
    await holder.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT FROM florin_data.invoice_series FOR UPDATE');
    await expect(own.intents.change(two.id, 0, succeed)).rejects.toMatchObject({ code: 'unavailable' });
    await holder.query('ROLLBACK');
    await holder.end();
    expect(await own.intents.find(two.id)).toMatchObject({ status: 'requires_payment' });
    await own.intents.change(two.id, 0, succeed);
    expect(await own.invoices.listOfIntent(two.id)).toMatchObject([{ number: 2 }]);
  });

  it('answers unavailable, not an internal error, to a single statement whose rows stay locked', async () => {
    const { Client } = await import('pg');
    const { items } = dataStore.bind(newMerchantId(), false);
    const item = sampleItem('a', '1 EUR');
    await items.insert(item, 0);
    const holder = new Client({ connectionString: url });
    await holder.connect();
    await holder.query('BEGIN');
    await holder.query(`SELECT FROM florin_data.items FOR UPDATE`);
    await expect(items.put([item], 1)).rejects.toMatchObject({ code: 'unavailable' });
    await holder.query('ROLLBACK');
    await holder.end();
    expect(await items.put([item], 1)).toBe(0);
  });
});
