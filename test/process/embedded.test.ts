import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { joinEmbeddedPostgres } from '../../src/store/embedded/join-embedded-postgres.ts';
import {
  asAdmin,
  cleanUp,
  makeDataDir,
  postmastersOf,
  query,
  setting,
  startMember,
  thePostmasterOf,
  untilNoPostmasterOf,
} from './embedded-support.ts';

afterEach(cleanUp);

/** The test inspects processes through /proc. */
describe.skipIf(process.platform !== 'linux')('the embedded PostgreSQL', () => {
  it('starts on an empty folder, is joined, and stops with the last member', async () => {
    const dataDir = await makeDataDir();
    const first = startMember(dataDir);
    const { url, started } = await first.join();
    expect(started).toBe(true);
    expect(first.said).toEqual([
      `Initializing the embedded PostgreSQL in ${join(dataDir, 'postgres')} (first start only) …`,
    ]);
    expect(url).toMatch(/^postgres:\/\/florin_server:[\w-]{43}@127\.0\.0\.1:\d+\/florin$/);
    expect(await setting(url, 'fsync')).toBe('on');
    expect(await setting(url, 'synchronous_commit')).toBe('on');
    expect(await setting(url, 'full_page_writes')).toBe('on');
    expect(await setting(url, 'listen_addresses')).toBe('127.0.0.1');
    // Only a superuser may see it.
    expect(await setting(asAdmin(url), 'unix_socket_directories')).toBe('');
    expect(await setting(url, 'server_encoding')).toBe('UTF8');
    expect(await query(url, `SELECT upper('é') AS upper`)).toEqual([{ upper: 'É' }]);
    await expect(query(url.replace(/:[\w-]{43}@/, ':wrong@'), 'SELECT 1')).rejects.toThrow(/password/);

    const password = await stat(join(dataDir, 'postgres-password'));
    expect(password.mode & 0o777).toBe(0o600);
    expect(password.uid).toBe(process.getuid?.());
    expect((await readdir(dataDir)).sort()).toEqual(['postgres', 'postgres-lock', 'postgres-password']);

    const postmaster = await thePostmasterOf(dataDir);
    const session = (await readFile(`/proc/${postmaster}/stat`, 'utf8')).split(') ')[1]?.split(' ')[3];
    expect(session).toBe(String(postmaster));
    const second = startMember(dataDir);
    expect(await second.join()).toMatchObject({ url, started: false });
    expect(await thePostmasterOf(dataDir)).toBe(postmaster);

    await first.leave();
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await second.leave();
    await untilNoPostmasterOf(dataDir);
    await second.leave();

    expect((await first.join()).started).toBe(true);
    await first.leave();
    await untilNoPostmasterOf(dataDir);
  });

  it('does not keep a process alive, and stays up if a member exits without leaving', async () => {
    const dataDir = await makeDataDir();
    const first = startMember(dataDir);
    const { url } = await first.join();
    await first.walkAway();
    const second = startMember(dataDir);
    expect(await second.join()).toMatchObject({ url, started: false });
    await second.leave();
    await untilNoPostmasterOf(dataDir);
  });

  it('is one server for eight processes that join and leave at the same time', async () => {
    const dataDir = await makeDataDir();
    const crowd = Array.from({ length: 8 }, () => startMember(dataDir));
    const joined = await Promise.all(crowd.map((member) => member.join()));
    expect(new Set(joined.map(({ url }) => url)).size).toBe(1);
    expect(joined.filter(({ started }) => started)).toHaveLength(1);
    await thePostmasterOf(dataDir);
    expect(await query(joined[0]?.url ?? '', 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await Promise.all(crowd.map((member) => member.leave()));
    await untilNoPostmasterOf(dataDir);
    expect((await readdir(dataDir)).sort()).toEqual(['postgres', 'postgres-lock', 'postgres-password']);
  });

  it('can be joined while the last member leaves', async () => {
    const dataDir = await makeDataDir();
    const cluster = join(dataDir, 'postgres');
    let [staying, coming] = [startMember(dataDir), startMember(dataDir)];
    await staying.join();
    for (let round = 0; round < 14; round += 1) {
      const joining = coming.join();
      // From round to round, the member leaves later: from before the other one looks to after it has joined.
      await pause(round * 12);
      const leaving = staying.leave();
      const { url } = await joining;
      expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
      await leaving;
      expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
      expect(await postmastersOf(cluster)).toHaveLength(1);
      [staying, coming] = [coming, staying];
    }
    await staying.leave();
    await untilNoPostmasterOf(dataDir);
  });

  it('is used as a role that reaches nothing but its database', async () => {
    const dataDir = await makeDataDir();
    const { url, ...joined } = await joinEmbeddedPostgres({ dataDir, log: () => {} });
    try {
      await query(url, 'CREATE SCHEMA florin_data; CREATE TABLE florin_data.a (); DROP SCHEMA florin_data CASCADE');
      for (const forbidden of [
        `COPY (SELECT 1) TO PROGRAM 'true'`,
        `COPY (SELECT 1) TO '/tmp/florin'`,
        `SELECT pg_read_file('PG_VERSION')`,
        'SELECT rolpassword FROM pg_authid',
        'ALTER SYSTEM SET fsync = off',
        'CREATE ROLE other SUPERUSER',
        'ALTER ROLE florin_server SUPERUSER',
        'SET ROLE florin',
        'CREATE DATABASE other',
        'ALTER DATABASE florin SET search_path = evil',
        'ALTER DATABASE florin CONNECTION LIMIT 0',
        'CREATE FUNCTION public.evil() RETURNS integer LANGUAGE sql RETURN 1',
      ]) {
        await expect(query(url, forbidden), forbidden).rejects.toMatchObject({ code: '42501' });
      }
    } finally {
      await joined.leave();
    }
    await untilNoPostmasterOf(dataDir);
  });

  it('takes back what its role was given or has chosen for itself, and runs nothing that it planted', async () => {
    const dataDir = await makeDataDir();
    const first = await joinEmbeddedPostgres({ dataDir, log: () => {} });
    // Without a fixed path, the superuser would call this instead of the function of PostgreSQL.
    const trap = `
      CREATE SCHEMA florin;
      CREATE FUNCTION florin.quote_ident(name) RETURNS text LANGUAGE plpgsql AS
        'BEGIN ALTER ROLE florin_server SUPERUSER; RETURN $1; END'`;
    await query(first.url, `${trap}; ALTER ROLE florin_server PASSWORD 'other'`);
    await query(first.adminUrl, 'CREATE SCHEMA florin_later');
    const joined = [first];
    for (const [url, attack] of [
      [first.url, `ALTER ROLE florin_server SET default_transaction_read_only = on`],
      [first.url, `ALTER ROLE florin_server SET local_preload_libraries = 'missing'`],
      [first.adminUrl, 'ALTER ROLE florin_server CREATEDB; GRANT pg_execute_server_program TO florin_server'],
      [first.adminUrl, 'ALTER DATABASE florin OWNER TO florin_server'],
      [first.adminUrl, 'REVOKE ALL ON DATABASE florin FROM PUBLIC, florin_server'],
    ] as const) {
      joined.push(await joinEmbeddedPostgres({ dataDir, log: () => {} }));
      expect(await query(first.url, 'SELECT rolsuper FROM pg_roles WHERE rolname = current_user')).toEqual([
        { rolsuper: false },
      ]);
      await query(url, attack);
    }
    joined.push(await joinEmbeddedPostgres({ dataDir, log: () => {} }));
    try {
      const found = await query(
        first.url,
        `SELECT rolsuper, rolcreatedb, rolconfig, pg_get_userbyid(datdba) AS owner,
           pg_has_role(r.oid, 'pg_execute_server_program', 'member') AS runs, current_setting('transaction_read_only') AS read_only
         FROM pg_roles r, pg_database WHERE rolname = current_user AND datname = current_database()`,
      );
      expect(found).toEqual([
        { rolsuper: false, rolcreatedb: false, rolconfig: null, owner: 'florin', runs: false, read_only: 'off' },
      ]);
    } finally {
      await Promise.all(joined.map((one) => one.leave()));
    }
    await untilNoPostmasterOf(dataDir);
  });

  it('hands a database over that belongs to the superuser, and what is added to it later', async () => {
    const dataDir = await makeDataDir();
    const before = await joinEmbeddedPostgres({ dataDir, log: () => {} });
    const adminUrl = before.adminUrl;
    await query(adminUrl, 'DROP OWNED BY florin_server; DROP ROLE florin_server');
    await query(
      adminUrl,
      `CREATE SCHEMA florin_data;
       CREATE TABLE florin_data."Odd name" (id integer GENERATED ALWAYS AS IDENTITY, other serial);
       CREATE TABLE florin_data.parts (at date) PARTITION BY RANGE (at);
       CREATE TABLE florin_data.part PARTITION OF florin_data.parts DEFAULT;
       CREATE VIEW florin_data.seen AS SELECT * FROM florin_data.parts;
       CREATE SEQUENCE florin_data.numbers;
       CREATE FUNCTION florin_data.one(text) RETURNS integer LANGUAGE sql AS 'SELECT 1';
       CREATE SCHEMA reports; CREATE TABLE reports.kept ()`,
    );
    const joined = await joinEmbeddedPostgres({ dataDir, log: () => {} });
    await query(adminUrl, 'CREATE TABLE florin_data.later ()');
    const again = await joinEmbeddedPostgres({ dataDir, log: () => {} });
    try {
      await query(
        joined.url,
        `INSERT INTO florin_data."Odd name" DEFAULT VALUES; ALTER TABLE florin_data."Odd name" ADD COLUMN more text;
         INSERT INTO florin_data.parts VALUES (now()); DROP VIEW florin_data.seen; DROP TABLE florin_data.part;
         SELECT nextval('florin_data.numbers'); DROP FUNCTION florin_data.one(text); DROP TABLE florin_data.later;
         CREATE SCHEMA florin_control`,
      );
      await expect(query(joined.url, 'SELECT FROM reports.kept')).rejects.toMatchObject({ code: '42501' });
    } finally {
      await Promise.all([before.leave(), joined.leave(), again.leave()]);
    }
    await untilNoPostmasterOf(dataDir);
  });

  it('can be joined twice by one process', async () => {
    const dataDir = await makeDataDir();
    const first = await joinEmbeddedPostgres({ dataDir, log: () => {} });
    const second = await joinEmbeddedPostgres({ dataDir, log: () => {} });
    expect([first.started, second.started]).toEqual([true, false]);
    await first.leave();
    expect(await query(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await Promise.all([second.leave(), second.leave()]);
    await untilNoPostmasterOf(dataDir);
  });
});
