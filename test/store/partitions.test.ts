import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../../src/store/database/database.ts';
import { dropPartitions, ensurePartitions } from '../../src/store/database/partitions.ts';
import { createMigrated } from '../support/create-migrated.ts';
import { CONNECT_MS_MAX, runSql, servers } from '../support/databases.ts';

const EVENT = `INSERT INTO florin_data.numbered_batches
    (merchant_id, livemode, last_number, type, intent_ids, happened_at, last_at, event_id, created_at)
  VALUES (gen_random_uuid(), false, 1, 'wallet.changed', '{NULL}', ARRAY[now()], now(), gen_random_uuid(), $1)`;

describe.each(servers())('partitions on the $name PostgreSQL', ({ url: serverUrl }) => {
  let url: string;
  const opened: Database[] = [];
  const open = () => {
    const database = new Database({
      url,
      connectMsMax: CONNECT_MS_MAX,
      connectionsMax: 2,
      applicationName: 'florin-partitions',
    });
    opened.push(database);
    return database;
  };

  beforeAll(async () => {
    url = await createMigrated(['data'], serverUrl);
  });
  afterAll(() => Promise.all(opened.map((database) => database.close())));

  const partitionsOf = async (table: string) => {
    const rows = await runSql<{ name: string }>(
      url,
      `SELECT relname AS name FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
       WHERE inhparent = to_regclass($1) ORDER BY relname`,
      [`florin_data.${table}`],
    );
    return rows.map(({ name }) => name);
  };

  it('are made for the current period and the next one, by several processes at once', async () => {
    const nowMs = Date.UTC(2026, 11, 31, 23, 59, 59, 999);
    await Promise.all(Array.from({ length: 6 }, () => ensurePartitions(open(), 'numbered_batches', 'month', nowMs)));
    expect(await partitionsOf('numbered_batches')).toEqual(['numbered_batches_y2026m12', 'numbered_batches_y2027m01']);
    await runSql(url, EVENT, [new Date(nowMs)]);
    await runSql(url, EVENT, [new Date(nowMs + 1)]);
    await runSql(url, EVENT, [new Date(Date.UTC(2027, 0, 31, 23, 59, 59, 999))]);
    await expect(runSql(url, EVENT, [new Date(Date.UTC(2027, 1, 1))])).rejects.toThrow('no partition');
  });

  it('have the checks, defaults and indexes of their table', async () => {
    await ensurePartitions(open(), 'deliveries', 'month', Date.UTC(2026, 10, 1));
    const [row] = await runSql<{ indexes: string; checks: string }>(
      url,
      `SELECT (SELECT count(*) FROM pg_indexes WHERE tablename = 'deliveries_y2026m11') AS indexes,
         (SELECT count(*) FROM pg_constraint WHERE conrelid = to_regclass('florin_data.deliveries_y2026m11')
            AND contype = 'c') AS checks`,
    );
    const [parent] = await runSql<{ indexes: string }>(
      url,
      `SELECT count(*) AS indexes FROM pg_indexes WHERE tablename = 'deliveries'`,
    );
    expect(row?.indexes).toBe(parent?.indexes);
    expect(row?.checks).toBe('1');
  });

  it('may be days', async () => {
    await ensurePartitions(open(), 'delivery_attempts', 'day', Date.UTC(2028, 1, 28, 12));
    expect(await partitionsOf('delivery_attempts')).toEqual([
      'delivery_attempts_y2028m02d28',
      'delivery_attempts_y2028m02d29',
    ]);
    await dropPartitions(open(), 'delivery_attempts', 'day', Date.UTC(2028, 1, 29));
    expect(await partitionsOf('delivery_attempts')).toEqual(['delivery_attempts_y2028m02d29']);
  });

  it('are dropped when their whole period is old', async () => {
    const database = open();
    for (const month of [0, 1, 2]) await ensurePartitions(database, 'numbered_batches', 'month', Date.UTC(2025, month));
    const before = await partitionsOf('numbered_batches');
    expect(await dropPartitions(database, 'numbered_batches', 'month', Date.UTC(2025, 1, 28))).toEqual([
      'numbered_batches_y2025m01',
    ]);
    expect(await partitionsOf('numbered_batches')).toEqual(before.slice(1));
    expect(await dropPartitions(database, 'numbered_batches', 'month', Date.UTC(2025, 1, 28))).toEqual([]);
  });

  it('stay while somebody uses them, and keep nobody waiting', async () => {
    const database = open();
    await ensurePartitions(database, 'numbered_batches', 'month', Date.UTC(2024, 5));
    const reader = new Client({ connectionString: url });
    await reader.connect();
    await reader.query('BEGIN');
    await reader.query('SELECT count(*) FROM florin_data.numbered_batches');
    const beforeMs = Date.UTC(2024, 6, 1);
    expect(await dropPartitions(database, 'numbered_batches', 'month', beforeMs)).toEqual([]);
    await runSql(url, EVENT, [new Date(Date.UTC(2026, 11, 30))]);
    await reader.query('COMMIT');
    await reader.end();
    expect(await dropPartitions(database, 'numbered_batches', 'month', beforeMs)).toEqual([
      'numbered_batches_y2024m06',
    ]);
  });
});
