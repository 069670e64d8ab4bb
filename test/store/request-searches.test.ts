import { Client } from 'pg';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { uuidOf } from '../../src/domain/ids.ts';
import { LIMITS } from '../../src/domain/limits.ts';
import { makeRequestId } from '../../src/domain/requests/request-id.ts';
import type { RequestFilter } from '../../src/ports/request-log.ts';
import { Database, type Statement } from '../../src/store/database/database.ts';
import { ensurePartitions } from '../../src/store/database/partitions.ts';
import { SAMPLE_KEY_ID } from '../memory/sample-logged-request.ts';
import { CONNECT_MS_MAX, runSql, servers } from '../support/databases.ts';
import { openPostgres } from './engine-databases.ts';
import { explainReads } from './explain.ts';
import { newMerchantId } from './sample-intent.ts';
import { newId } from './sample-rows.ts';

const NOW_MS = Date.UTC(2031, 4, 7, 12);
const MANY = 3 * LIMITS.requestLogSearchedMax;
const ERRORS = 30;

/** One request every two seconds, half a day each side of midnight. One in a thousand failed. */
const INSERT = `INSERT INTO florin_data.request_log (merchant_id, livemode, request_id, at, method, route, path, status, ms, key_id,
    key_name, address, problem)
  SELECT $1, false, 'req_' || lpad(to_hex($2::bigint - n * 2000), 12, '0') || lpad(to_hex(n), 12, '0'),
    to_timestamp(($2::bigint - n * 2000) / 1000.0), 'GET', '/items',
    '/items', CASE WHEN n % 1000 = 0 THEN 404 ELSE 200 END, 1.5, $3, 'key', '::1', NULL
  FROM generate_series(1, $4::int) AS n`;

describe.each(servers())('searches in the request log of the $name PostgreSQL', ({ url: serverUrl }) => {
  const merchantId = newMerchantId();
  let opened: Awaited<ReturnType<typeof openPostgres>>;
  const store = () => opened.bind(merchantId, false).requests;

  beforeAll(async () => {
    opened = await openPostgres(serverUrl);
    const database = new Database({
      url: opened.url,
      connectionsMax: 1,
      applicationName: 'test',
      connectMsMax: CONNECT_MS_MAX,
    });
    await ensurePartitions(database, 'request_log', 'day', NOW_MS - 86_400_000);
    await database.close();
    for (const merchant of [merchantId, newMerchantId()]) {
      await runSql(opened.url, INSERT, [uuidOf(merchant), NOW_MS, uuidOf(SAMPLE_KEY_ID), MANY]);
    }
    await runSql(opened.url, 'ANALYZE florin_data.request_log');
    return () => opened.close();
  });

  afterEach(() => vi.restoreAllMocks());

  /** How many rows of the log a search reads, and from where. */
  async function readsOf(work: () => Promise<unknown>) {
    const query = vi.spyOn(Client.prototype, 'query');
    await work();
    const calls = query.mock.calls as unknown as [Statement][];
    query.mockRestore();
    const statement = calls.map(([first]) => first).find(({ text }) => /florin_data\.request_log/.test(text));
    if (!statement) throw new Error('The log was not read.');
    const reads = await explainReads(opened.url, statement.text, statement.values, 'request_log');
    return { rows: reads.reduce((sum, { rows }) => sum + rows, 0), from: reads.map(({ from }) => from) };
  }
  const list = (filter: Partial<RequestFilter>) => () => store().list({ limit: 20, ...filter });

  it('a page reads what it shows', async () => {
    expect((await readsOf(list({}))).rows).toBeLessThanOrEqual(2 * 21);
    const olderThan = makeRequestId(NOW_MS - 43_000_000, 'abcdef', 1);
    expect((await readsOf(list({ olderThan }))).rows).toBeLessThanOrEqual(2 * 21);
  });

  it('a filter that matches nothing reads a bounded number', async () => {
    const { rows } = await readsOf(list({ method: 'PUT' }));
    expect(rows).toBeGreaterThanOrEqual(LIMITS.requestLogSearchedMax);
    expect(rows).toBeLessThanOrEqual(LIMITS.requestLogSearchedMax + 100);
  });

  it('a search by payment intent reads a bounded number', async () => {
    const { rows } = await readsOf(list({ intentId: newId('pi') }));
    expect(rows).toBeLessThanOrEqual(LIMITS.requestLogSearchedMax + 100);
  });

  it('a search for errors reads errors only', async () => {
    for (const filter of [{ status: { from: 400, to: 499 } }, { problem: 'not_found' }]) {
      const { rows, from } = await readsOf(list(filter));
      expect(rows).toBeLessThanOrEqual(2 * ERRORS + 2);
      for (const name of from) expect(name).toMatch(/status|errors|merchant_id_livemode_at_request_id_idx/);
    }
  });

  it('an email address is looked for where one can be', async () => {
    const { customers } = opened.bind(merchantId, false);
    const { rows } = await readsOf(() => customers.eraseRequests('ada@example.com', 500));
    expect(rows).toBe(0);
  });

  it('one request is found by its ID', async () => {
    const id = makeRequestId(NOW_MS - 14_000, '000000', 7);
    expect(await store().find(id)).toMatchObject({ id, status: 200 });
    expect((await readsOf(() => store().find(id))).rows).toBe(1);
  });
});
