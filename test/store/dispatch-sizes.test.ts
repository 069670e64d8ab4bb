import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type MerchantId, makeId, uuidOf } from '../../src/domain/ids.ts';
import { PostgresDataStore } from '../../src/store/data-store.ts';
import { Outage } from '../../src/store/database/outage.ts';
import { createMigrated } from '../support/create-migrated.ts';
import { CONNECT_MS_MAX, runSql, servers } from '../support/databases.ts';
import { newMerchantId, sampleIntent } from './sample-intent.ts';
import { sampleEndpoint, sampleRecord } from './sample-webhooks.ts';

const NOW_MS = Date.UTC(2026, 10, 16);

/** Stands for a database that has no time for more than three deliveries. */
const REFUSE_MANY = `CREATE OR REPLACE FUNCTION refuse_many() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN IF (SELECT count(*) > 3 FROM added) THEN RAISE EXCEPTION 'too many'; END IF; RETURN NULL; END $$;
  CREATE TRIGGER refuse_many AFTER INSERT ON florin_data.deliveries REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_many()`;

describe.each(servers())('the dispatch of many or large events on the $name PostgreSQL', ({ url: serverUrl }) => {
  let url: string;
  let dataStore: PostgresDataStore;
  let merchantId: MerchantId;

  beforeAll(async () => {
    url = await createMigrated(['data'], serverUrl);
    dataStore = new PostgresDataStore({
      outage: new Outage(),
      connectMsMax: CONNECT_MS_MAX,
      url,
      connectionsMax: 4,
      groupCommit: true,
      onBatch: () => undefined,
    });
  });
  afterAll(() => dataStore.close());
  beforeEach(() => {
    merchantId = newMerchantId();
  });

  const dispatch = ({ limit = 500, body = '{}' } = {}) =>
    dataStore.eventDispatch.dispatch({
      nowMs: NOW_MS,
      limit,
      render: () => body,
      newId: () => makeId('dlv', NOW_MS, randomBytes(10)),
    });

  async function openIntents(count: number, of = merchantId): Promise<void> {
    for (let opened = 0; opened < count; opened += 1)
      await dataStore.bind(of, false).intents.insert(sampleIntent(), undefined);
  }

  const addEndpoint = () =>
    dataStore.bind(merchantId, false).endpoints.insert(sampleEndpoint(), 20, sampleRecord('webhook_endpoint.created'));

  const last = (of = merchantId) => dataStore.bind(of, false).events.lastNumber();

  /** How many deliveries each transaction added. */
  async function countTransactions(): Promise<number[]> {
    const rows = await runSql<{ count: number }>(
      url,
      `SELECT count(*)::int AS count FROM florin_data.deliveries WHERE merchant_id = $1 AND livemode = false
       GROUP BY xmin::text ORDER BY count`,
      [uuidOf(merchantId)],
    );
    return rows.map(({ count }) => count);
  }

  it('writes no more text in one transaction than the database has time for', async () => {
    await addEndpoint();
    await addEndpoint();
    await openIntents(5);
    expect(await dispatch({ body: 'x'.repeat(1_500_000) })).toEqual({ events: 5, deliveries: 10 });
    expect(await countTransactions()).toEqual([2, 4, 4]);
    expect(await dataStore.bind(merchantId, false).events.lastNumber()).toBe(5);
  });

  it('sends an event that is larger than that alone', async () => {
    await addEndpoint();
    await openIntents(2);
    expect(await dispatch({ body: 'x'.repeat(9_000_000) })).toEqual({ events: 2, deliveries: 2 });
    expect(await countTransactions()).toEqual([1, 1]);
  });

  it('takes fewer events after a failure, so that none stops all others', async () => {
    await addEndpoint();
    await openIntents(20);
    await runSql(url, REFUSE_MANY);
    await expect(dispatch()).rejects.toThrow('too many');
    for (let round = 0; round < 20 && (await last()) < 20; round += 1) await dispatch().catch(() => undefined);
    await runSql(url, 'DROP TRIGGER refuse_many ON florin_data.deliveries');
    expect(await last()).toBe(20);
    expect(Math.max(...(await countTransactions()))).toBeLessThanOrEqual(3);
  });

  it('lets no merchant wait for another one with many events', async () => {
    await openIntents(10);
    const other = newMerchantId();
    await openIntents(2, other);
    await dispatch({ limit: 4 });
    expect([await last(), await last(other)]).toEqual([2, 2]);
    await dispatch();
    expect([await last(), await last(other)]).toEqual([10, 2]);
  });
});
