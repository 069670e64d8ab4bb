import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { showHost } from '../../src/domain/database-url.ts';
import { Database } from '../../src/store/database/database.ts';
import { inspectServers } from '../../src/store/database/inspect-database.ts';
import { migrate } from '../../src/store/database/migrate.ts';
import { CONNECT_MS_MAX, createDatabase, runSql } from '../support/databases.ts';
import { createCluster, createStandby, findDebianPostgres } from '../support/external-postgres.ts';
import type { PostgresCluster } from '../support/postgres-cluster.ts';
import { waitUntil } from '../support/wait-until.ts';

const hostOf = (url: string) => new URL(url).host;

/** Sets whether new transactions of a server may write. */
async function setReadOnly(url: string, value: 'on' | 'off'): Promise<void> {
  await runSql(url, `ALTER SYSTEM SET default_transaction_read_only = ${value}`);
  await runSql(url, 'SELECT pg_reload_conf()');
}

const nothing = () => undefined;

const read = async (database: Database) => {
  const [row] = await database.query<{ port: number }>({
    name: 'port',
    text: 'SELECT inet_server_port() AS port',
    values: [],
  });
  return row?.port;
};
const write = (database: Database) =>
  database.query({ name: 'write', text: 'INSERT INTO written DEFAULT VALUES', values: [] });

const countConnections = async (url: string, name: string): Promise<number> =>
  (await runSql(url, 'SELECT FROM pg_stat_activity WHERE application_name = $1', [name])).length;

describe.runIf(findDebianPostgres() !== undefined)('a URL with two hosts', () => {
  const folders = ['primary', 'standby'].map((name) => mkdtempSync(join(tmpdir(), `florin-${name}-`)));
  const [primaryFolder = '', standbyFolder = ''] = folders;
  let primary: PostgresCluster;
  let standby: PostgresCluster;
  /** Of one database, on each server and with both. */
  let primaryUrl: string;
  let standbyUrl: string;
  let url: string;
  const opened: Database[] = [];

  const open = (name: string, connectionsMax = 3) => {
    const database = new Database({ url, connectionsMax, applicationName: name, connectMsMax: CONNECT_MS_MAX });
    opened.push(database);
    return database;
  };
  beforeAll(async () => {
    primary = await createCluster({ folder: primaryFolder });
    await primary.start();
    primaryUrl = await createDatabase(primary.url);
    await runSql(primaryUrl, 'CREATE TABLE written (at timestamptz DEFAULT now())');
    standby = await createStandby(primary, standbyFolder);
    await standby.start();
    const other = new URL(primaryUrl);
    other.host = hostOf(standby.url);
    standbyUrl = other.href;
    // The standby comes first, so the order alone finds nothing.
    url = `${primaryUrl.replace(hostOf(primaryUrl), `${hostOf(standbyUrl)},${hostOf(primaryUrl)}`)}?target_session_attrs=read-write`;
  });

  afterAll(async () => {
    await Promise.all(opened.map((database) => database.close()));
    await Promise.all([primary.stop(), standby.stop()]);
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });

  it('reads and writes on the server that takes writes, and says which one that is', async () => {
    const database = open('one');
    const ports = await Promise.all([read(database), read(database), read(database)]);
    expect(new Set(ports)).toEqual(new Set([Number(new URL(primaryUrl).port)]));
    await write(database);
    expect(inspectServers(database)).toMatchObject({ ok: true, detail: expect.stringContaining(hostOf(primaryUrl)) });
    expect(JSON.stringify(inspectServers(database))).not.toContain(new URL(primaryUrl).password);
  });

  it('migrates there', async () => {
    expect(await migrate(url, 'control')).not.toEqual([]);
  });

  it('leaves a server that takes no writes anymore, with every connection', async () => {
    const database = open('left');
    await Promise.all([read(database), read(database), read(database)]);
    expect(await countConnections(primaryUrl, 'left')).toBe(3);
    await setReadOnly(primaryUrl, 'on');
    const failure = await waitUntil('a write fails', () => write(database).then(nothing, (error: unknown) => error));
    expect(failure).toMatchObject({ code: 'unavailable', cause: { code: '25006' } });
    await expect(read(database)).rejects.toMatchObject({
      code: 'unavailable',
      cause: { message: expect.stringContaining('No server takes writes') },
    });
    await waitUntil('no connection is left', async () => (await countConnections(primaryUrl, 'left')) === 0);
    await setReadOnly(primaryUrl, 'off');
    await waitUntil('it is found again', () =>
      write(database).then(
        () => true,
        () => false,
      ),
    );
  });

  it('follows a failover, and never a server that takes writes beside the new one', async () => {
    const database = open('follower');
    await write(database);
    await primary.kill();
    await expect(write(database)).rejects.toMatchObject({ code: 'unavailable' });
    await runSql(standbyUrl, 'SELECT pg_promote()');
    await waitUntil('the other server is found', () =>
      write(database).then(
        () => true,
        () => false,
      ),
    );
    expect(database.servers.inUse && showHost(database.servers.inUse)).toBe(hostOf(standbyUrl));
    await primary.start();
    await write(database);
    expect(await read(database)).toBe(Number(new URL(standbyUrl).port));
    database.servers.doubt();
    const later = open('later');
    await expect(write(later)).rejects.toMatchObject({
      code: 'unavailable',
      cause: { message: expect.stringContaining('Several servers take writes') },
    });
    await setReadOnly(primaryUrl, 'on');
    await waitUntil('one takes writes', () =>
      write(later).then(
        () => true,
        () => false,
      ),
    );
    expect(await read(later)).toBe(Number(new URL(standbyUrl).port));
  });
});
