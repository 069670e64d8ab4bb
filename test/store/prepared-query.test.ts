import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contextOf, Database, type Statement, sqlState } from '../../src/store/database/database.ts';
import { CONNECT_MS_MAX, createDatabase, runSql, servers } from '../support/databases.ts';

const NOW = new Date(Date.UTC(2026, 10, 19, 1, 2, 3, 4));

const statement = (name: string, text: string, values: unknown[] = []): Statement => ({ name, text, values });
const PID = statement('pid', 'SELECT pg_backend_pid() AS pid');
const sleep = (seconds: number) => statement('sleep', 'SELECT pg_sleep($1)', [seconds]);
const wait = (lock: number) => statement('wait', 'SELECT pg_advisory_xact_lock($1) IS NULL AS never', [lock]);

describe.each(servers())('prepared statements on the $name PostgreSQL', ({ url: serverUrl }) => {
  let url: string;
  let database: Database;

  beforeAll(async () => {
    url = await createDatabase(serverUrl);
    database = new Database({ url, connectionsMax: 1, applicationName: 'prepared', connectMsMax: CONNECT_MS_MAX });
    await runSql(url, 'CREATE TABLE notes (id integer PRIMARY KEY, text text, CHECK (id < 100))');
  });
  afterAll(() => database.close());

  const pid = async () => (await database.query<{ pid: number }>(PID))[0]?.pid;
  const failureOf = (wanted: Statement) =>
    database.query(wanted).then(
      () => expect.unreachable(),
      (error: unknown) => error,
    );

  it('return the same rows as the driver, the first time and later', async () => {
    const text = `SELECT $1::text AS text, $2::int AS int, $3::bigint AS big, $4::numeric AS numeric, $5::boolean AS yes,
      $6::timestamptz AS at, $7::jsonb AS json, $8::text[] AS list, $9::bytea AS bytes, $10::uuid AS nothing,
      $11::float8 AS float, n FROM generate_series(1, 2) AS n`;
    const values = [
      'é"\\',
      -5,
      2n ** 62n,
      '0.00025',
      true,
      NOW,
      { a: [1] },
      ['a"b', null, ''],
      Buffer.from([0, 255]),
      null,
      0.5,
    ];
    const client = new Client({ connectionString: url, options: '-c timezone=UTC' });
    await client.connect();
    const { rows } = await client.query<object>(text, values);
    await client.end();
    expect(rows).toHaveLength(2);
    for (let time = 0; time < 3; time += 1) expect(await database.query(statement('all', text, values))).toEqual(rows);
    expect(await database.query(statement('none', 'SELECT 1 AS one WHERE $1::int = 2', [1]))).toEqual([]);
    expect(await database.query(statement('none', 'SELECT 1 AS one WHERE $1::int = 2', [2]))).toEqual([{ one: 1 }]);
  });

  it('are parsed once for each connection, and run inside transactions', async () => {
    const insert = 'INSERT INTO notes VALUES ($1, $2) RETURNING id';
    const preparing = new Database({
      url,
      connectionsMax: 1,
      applicationName: 'preparing',
      connectMsMax: CONNECT_MS_MAX,
      prepares: true,
    });
    const ids = await preparing.transaction(async (run) => {
      const [first] = await run<{ id: number }>(insert, [1, 'a']);
      const [second] = await run<{ id: number }>(insert, [2, null]);
      const silent = await run('UPDATE notes SET text = $2 WHERE id = $1', [1, 'b']);
      const again = await run('UPDATE notes SET text = $2 WHERE id = $1', [2, 'c']);
      return [first, second, ...silent, ...again];
    });
    expect(ids).toEqual([{ id: 1 }, { id: 2 }]);
    const parsed = await preparing.query(statement('parsed', 'SELECT count(*)::int AS n FROM pg_prepared_statements'));
    expect(parsed).toEqual([{ n: 3 }]);
    await preparing.close();
    expect(await runSql(url, 'SELECT text FROM notes ORDER BY id')).toEqual([{ text: 'b' }, { text: 'c' }]);
  });

  it('that fail leave the connection as it was', async () => {
    const before = await pid();
    const insert = (id: unknown) => statement('insert', 'INSERT INTO notes VALUES ($1, NULL)', [id]);
    // While it is parsed, while its values are read, and while it runs: before its columns are known, and after.
    expect(sqlState(await failureOf(statement('wrong', 'SELEKT $1', [1])))).toBe('42601');
    expect(sqlState(await failureOf(statement('wrong', 'SELEKT $1', [1])))).toBe('42601');
    expect(sqlState(await failureOf(insert('x')))).toBe('22P02');
    expect(sqlState(await failureOf(insert(100)))).toBe('23514');
    expect(await database.query(insert(50))).toEqual([]);
    const doubled = await failureOf(insert(50));
    expect(sqlState(doubled)).toBe('23505');
    expect(contextOf(doubled)).toBe('');
    expect(await database.query(insert(51))).toEqual([]);
    expect(await pid()).toBe(before);
  });

  it('that cannot be sent fail, and the next one does not', async () => {
    await pid();
    const circular: Record<string, unknown> = {};
    circular['self'] = circular;
    expect(await failureOf(statement('circular', 'SELECT $1::json', [circular]))).toMatchObject({
      cause: expect.any(TypeError),
    });
    await pid();
    expect(await failureOf(statement('pid', 'SELECT 1'))).toMatchObject({
      cause: { message: 'Two statements are named pid.' },
    });
    expect(await pid()).toEqual(expect.any(Number));
  });

  it('say what the server says when a timeout cancels them', async () => {
    const before = await pid();
    await database.query(sleep(0));
    expect(sqlState(await failureOf(sleep(60)))).toBe('57014');
    // The connection may be behind, so another one replaces it.
    expect(await pid()).not.toBe(before);
    await database.query(sleep(0));
  });

  it('fail when the connection breaks, and the next one prepares them again', async () => {
    await database.query(wait(1));
    const before = await pid();
    const holder = new Client({ connectionString: url });
    await holder.connect();
    await holder.query('SELECT pg_advisory_lock(1)');
    const failed = failureOf(wait(1));
    await expect
      .poll(() => runSql(url, `SELECT FROM pg_locks WHERE pid = $1 AND NOT granted`, [before]))
      .toHaveLength(1);
    await runSql(url, 'SELECT pg_terminate_backend($1)', [before]);
    expect(await failed).toMatchObject({ code: 'unavailable' });
    await holder.end();
    expect(await database.query(wait(1))).toEqual([{ never: false }]);
    expect(await pid()).not.toBe(before);
  });

  it('are rejected when what they return has changed', async () => {
    const all = statement('all-notes', 'SELECT * FROM changing');
    await runSql(url, 'CREATE TABLE changing AS SELECT 1 AS one');
    await database.query(all);
    await runSql(url, 'ALTER TABLE changing ADD COLUMN two text');
    expect(sqlState(await failureOf(all))).toBe('0A000');
  });

  it('ask for their columns each time behind a pooler, which may have prepared them again', async () => {
    const pooled = new Database({
      url: `${url}?pooled`,
      connectionsMax: 1,
      applicationName: 'pooled',
      connectMsMax: CONNECT_MS_MAX,
    });
    pooled.servers.isPooled = true;
    const one = statement('one', 'SELECT $1::int AS one', [1]);
    expect(await pooled.query(one)).toEqual([{ one: 1 }]);
    await pooled.transaction(async (run) => {
      await run('DEALLOCATE one');
      await run('PREPARE one (int) AS SELECT true AS zero, $1 AS one');
    });
    expect(await pooled.query(one)).toEqual([{ zero: true, one: 1 }]);
    await pooled.close();
  });
});
