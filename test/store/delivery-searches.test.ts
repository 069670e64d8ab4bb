import { randomBytes, randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type EndpointId, makeId, uuidOf } from '../../src/domain/ids.ts';
import type { ClaimedDelivery, DeliveryResult, PendingEndpoint } from '../../src/ports/delivery-queue.ts';
import type { Store } from '../../src/ports/stores.ts';
import { Database, type Run, type Statement } from '../../src/store/database/database.ts';
import { PostgresDeliveries } from '../../src/store/webhooks/deliveries.ts';
import { PostgresDeliveryQueue } from '../../src/store/webhooks/delivery-queue.ts';
import { CONNECT_MS_MAX, runSql, servers } from '../support/databases.ts';
import { times } from '../support/effort.ts';
import { type EngineDatabase, openPostgres } from './engine-databases.ts';
import { explainReads } from './explain.ts';
import { newMerchantId } from './sample-intent.ts';
import { newId } from './sample-rows.ts';
import { STARTED_MS, sampleDelivery, sampleEndpoint, sampleRecord } from './sample-webhooks.ts';

const PENDING = times(20_000, 100_000);
const OTHERS = 20;
/** No statement reads more rows than this, although many more are pending for one endpoint. */
const READ_MAX = 2_000;

/** Every second one is due, and every fourth one waits for another. */
const INSERT = `INSERT INTO florin_data.deliveries (merchant_id, livemode, id, endpoint_id, event_id, event_type, number,
  intent_id, body, state, ordered, attempts, next_attempt_at, created_at)
  SELECT $1, false, gen_random_uuid(), $2, gen_random_uuid(), 'payment.seen', place, gen_random_uuid(), repeat('x', 500),
    'pending', true, 0, CASE WHEN place % 4 <> 0 THEN $3::timestamptz + (place % 2) * interval '1 hour' END, $3
  FROM generate_series(1, ${PENDING}) AS place`;

const resultOf = (claimed: ClaimedDelivery, responseBody = ''): DeliveryResult => ({
  claimed,
  attempt: {
    attempt: 1,
    atMs: STARTED_MS,
    status: 200,
    ms: 1,
    error: undefined,
    requestHeaders: {},
    responseHeaders: {},
    responseBody,
  },
  isDelivered: true,
  nextAttemptAtMs: undefined,
  isGone: false,
  endedAtMs: STARTED_MS,
});

/** A database that remembers what runs on it. */
class ObservedDatabase extends Database {
  readonly statements: Omit<Statement, 'name'>[] = [];
  readonly #url: string;
  readonly #sort: 'on' | 'off';

  constructor(url: string, sort: 'on' | 'off') {
    super({ url, sort, hashJoins: sort, connectMsMax: CONNECT_MS_MAX, connectionsMax: 2, applicationName: 'test' });
    this.#url = url;
    this.#sort = sort;
  }

  /** The reads of what ran, planned as it was. */
  async explain(): Promise<Awaited<ReturnType<typeof explainReads>>> {
    const statements = this.statements.filter(({ text }) => text.includes('florin_data.deliveries'));
    const reads = await Promise.all(
      statements.map(({ text, values }) =>
        explainReads(
          this.#url,
          text,
          values,
          'deliveries',
          `-c enable_sort=${this.#sort} -c enable_hashjoin=${this.#sort}`,
        ),
      ),
    );
    return reads.flat();
  }

  override query<Row extends object>(statement: Statement): Promise<Row[]> {
    this.statements.push(statement);
    return super.query(statement);
  }

  override transaction<Result>(steps: (run: Run) => Promise<Result>): Promise<Result> {
    return super.transaction((run) =>
      steps(<Row extends object>(text: string, values: unknown[] = []) => {
        this.statements.push({ text, values });
        return run<Row>(text, values);
      }),
    );
  }
}

describe.each(servers())('searches for deliveries on the $name PostgreSQL', ({ url: serverUrl }) => {
  const merchantId = newMerchantId();
  let opened: EngineDatabase & { url: string };
  let store: Store;
  /** For lists of a merchant. */
  let reader: ObservedDatabase;
  /** For the queue. */
  let database: ObservedDatabase;
  let queue: PostgresDeliveryQueue;
  /** The first one is dead, and comes before all others. */
  let endpointIds: EndpointId[];

  beforeAll(async () => {
    opened = await openPostgres(serverUrl);
    store = opened.bind(merchantId, false);
    reader = new ObservedDatabase(opened.url, 'on');
    database = new ObservedDatabase(opened.url, 'off');
    queue = new PostgresDeliveryQueue(database);
    const dead = makeId('we', 1, randomBytes(10));
    const endpoints = [sampleEndpoint({ id: dead }), ...Array.from({ length: OTHERS }, () => sampleEndpoint())];
    for (const endpoint of endpoints)
      await store.endpoints.insert(endpoint, OTHERS + 1, sampleRecord('webhook_endpoint.created'));
    endpointIds = endpoints.map(({ id }) => id);
    await store.deliveries.insert(endpointIds.slice(1).flatMap((id) => [sampleDelivery(id), sampleDelivery(id)]));
    await runSql(opened.url, INSERT, [uuidOf(merchantId), uuidOf(dead), new Date(STARTED_MS)]);
    return async () => {
      await Promise.all([reader.close(), database.close()]);
      await opened.close();
    };
  }, 600_000);

  beforeEach(() => {
    database.statements.length = 0;
    reader.statements.length = 0;
  });

  async function expectFewReads(work: () => Promise<unknown>): Promise<void> {
    await work();
    const reads = [...(await database.explain()), ...(await reader.explain())];
    expect(reads.length).toBeGreaterThan(0);
    for (const { from, rows } of reads) {
      // The planner reads an empty partition as it likes.
      if (rows > 0) expect(from, 'an index is used').toMatch(/_idx$|_pkey$/);
      expect(rows, from).toBeLessThanOrEqual(READ_MAX);
    }
  }

  const claimAll = (count: number) =>
    queue.claim({
      nowMs: STARTED_MS,
      claimedUntilMs: STARTED_MS + 60_000,
      token: randomUUID(),
      rooms: endpointIds.map((endpointId) => ({ endpointId, merchantId, count })),
    });

  const record = (claimed: ClaimedDelivery, responseBody?: string) =>
    queue.record(resultOf(claimed, responseBody), () => expect.fail('nothing is disabled'));

  const setState = (state: string) => runSql(opened.url, 'UPDATE florin_data.deliveries SET state = $1', [state]);

  describe.each(['never', 'just now', 'when nothing was pending'])('on a table that was analyzed %s', (analyzed) => {
    beforeAll(async () => {
      const wasIdle = analyzed === 'when nothing was pending';
      if (wasIdle) await setState('delivered');
      if (analyzed !== 'never') await runSql(opened.url, 'VACUUM (ANALYZE) florin_data.deliveries');
      if (wasIdle) await setState('pending');
    });

    it('list the endpoints with one entry of the index each', async () => {
      await expectFewReads(async () => {
        const listed = await queue.listPending(undefined, STARTED_MS, 256);
        expect(listed.map(({ id }) => id)).toEqual(endpointIds.toSorted());
      });
    });

    it('claim a few of each endpoint', async () => {
      await expectFewReads(async () => {
        const claimed = await claimAll(2);
        expect(claimed.filter(({ endpoint }) => endpoint.id === endpointIds[0])).toHaveLength(2);
      });
    });

    it('record results one by one', async () => {
      const claimed = await claimAll(4);
      database.statements.length = 0;
      await expectFewReads(() => Promise.all(claimed.map((one) => record(one))));
    });

    it('count the newest of each endpoint', async () => {
      const deliveries = new PostgresDeliveries(reader, uuidOf(merchantId), false);
      await expectFewReads(async () => {
        const counts = await deliveries.countByHour(STARTED_MS - 24 * 3_600_000, 500);
        const ofDead = counts.filter(({ endpointId }) => endpointId === endpointIds[0]);
        expect(ofDead.reduce((sum, { count }) => sum + count, 0)).toBe(500);
      });
    });

    it('list those of the events of an intent', async () => {
      const deliveries = new PostgresDeliveries(reader, uuidOf(merchantId), false);
      const [one = expect.fail()] = await store.deliveries.list({ endpointId: endpointIds[1], limit: 1 });
      const eventIds = [one.eventId, ...Array.from({ length: 50 }, () => newId('evt'))];
      const filters = [{}, { state: 'pending' as const }, { endpointId: endpointIds[1] }, { olderThan: newId('dlv') }];
      for (const filter of filters) {
        await expectFewReads(async () => {
          const found = await deliveries.list({ eventIds, limit: 10, ...filter });
          expect(found.map(({ id }) => id)).toEqual([one.id]);
        });
      }
    });

    it('list the failed ones among those that are pending', async () => {
      const deliveries = new PostgresDeliveries(reader, uuidOf(merchantId), false);
      await expectFewReads(async () => {
        await deliveries.list({ endpointId: endpointIds[1], state: 'failed', limit: 10 });
        await deliveries.list({ state: 'delivered', endpointId: endpointIds[1], limit: 10 });
      });
    });
  });

  it('give up in steps, on a table that was analyzed', async () => {
    const [dead] = await queue.listPending(undefined, STARTED_MS, 1);
    await runSql(opened.url, `UPDATE florin_data.webhook_endpoints SET status = 'disabled' WHERE id = $1`, [
      uuidOf(endpointIds[0] as EndpointId),
    ]);
    await expectFewReads(async () => expect(await queue.giveUp(dead as PendingEndpoint, STARTED_MS, 100)).toBe(100));
    await runSql(opened.url, `UPDATE florin_data.webhook_endpoints SET status = 'enabled'`);
  });

  it('record the others if one result cannot be stored', async () => {
    const [bad, ...good] = await claimAll(3);
    const outcomes = await Promise.allSettled([
      record(bad as ClaimedDelivery, '\u0000'),
      ...good.map((one) => record(one)),
    ]);
    expect(outcomes[0]?.status).toBe('rejected');
    for (const outcome of outcomes.slice(1)) expect(outcome).toEqual({ status: 'fulfilled', value: 'recorded' });
  });
});
