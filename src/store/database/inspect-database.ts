import { showHost } from '../../domain/database-url.ts';
import type { Database } from './database.ts';
import { newestMigration, type Plane, schemaOf } from './migrate.ts';
import { neededBy, whyTooOld } from './needed-migration.ts';
import { INTERRUPTED, IS_MARKED } from './restore-mark.ts';

export interface Finding {
  name: string;
  ok: boolean;
  detail: string;
  /** Not ready, but fixed by the next start. */
  pending?: boolean;
}

/** For `/readyz`: whether the database responds and has the tables that this version needs. */
export async function inspectReadiness(database: Database): Promise<Finding[]> {
  try {
    await database.query({ name: 'ping', text: 'SELECT 1', values: [] });
  } catch {
    return [{ name: 'database', ok: false, detail: 'does not respond' }];
  }
  const planes = await Promise.all((['control', 'data'] as const).map((plane) => inspectMigrations(database, plane)));
  return [{ name: 'database', ok: true, detail: 'responds' }, ...planes];
}

/** For `florin doctor`: whether the server is new enough and commits reach the disk. */
export async function inspectSettings(database: Database): Promise<Finding[]> {
  const [row] = await database.query<{ version: string; number: number; fsync: string; commit: string }>({
    name: 'inspect-settings',
    text: `SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS number,
                  current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit`,
    values: [],
  });
  if (!row) return [];
  const durable = row.fsync === 'on' && row.commit !== 'off';
  return [
    { name: 'PostgreSQL version', ok: row.number >= 140_000, detail: `${row.version} (14 or newer is required)` },
    {
      name: 'durable commits',
      ok: durable,
      detail: durable
        ? 'fsync and synchronous_commit are on'
        : 'set fsync = on and synchronous_commit = on in postgresql.conf',
    },
  ];
}

/** For `florin doctor`: which of the servers is in use. */
export function inspectServers({ servers }: Database): Finding {
  const { hosts, inUse, isPooled } = servers;
  const others = hosts.length > 1 ? `, takes writes; hosts: ${hosts.map(showHost).join(', ')}` : '';
  return {
    name: 'database server',
    ok: inUse !== undefined,
    detail: `${inUse ? showHost(inUse) : 'none'}${isPooled ? ', a pooler' : ''}${others}`,
  };
}

/** For `florin doctor`: whether another process of Florin is connected. Undefined behind a pooler, which may hide its name. */
export async function findOthers(database: Database): Promise<boolean | undefined> {
  const [row] = await database.query<{ found: boolean }>({
    name: 'find-others',
    // PostgreSQL shows the names of other roles' connections to few. Such a connection may be Florin's.
    text: `SELECT count(*) > 0 AS found FROM pg_stat_activity
           WHERE datname = current_database() AND pid <> pg_backend_pid()
             AND coalesce(application_name, 'florin') LIKE 'florin%'
             AND coalesce(application_name, '') NOT IN ('florin-doctor', 'florin-probe')`,
    values: [],
  });
  return database.servers.isPooled ? undefined : row?.found;
}

/** For `florin doctor`: whether a restore was interrupted. Nothing to say if not. */
export async function inspectMark(database: Database): Promise<Finding[]> {
  const [row] = await database.query<{ marked: boolean }>({ name: 'inspect-mark', text: IS_MARKED, values: [] });
  return row?.marked ? [{ name: 'restore', ok: false, detail: INTERRUPTED }] : [];
}

async function inspectMigrations(database: Database, plane: Plane): Promise<Finding> {
  const known = await newestMigration(plane);
  const name = `migrations (${plane})`;
  try {
    const rows = await database.query<{ number: number; name: string }>({
      name: `migrations-${plane}`,
      text: `SELECT number, name FROM ${schemaOf(plane)}.migrations`,
      values: [],
    });
    const tooOld = whyTooOld(neededBy(rows.map((row) => row.name)), known);
    if (tooOld !== undefined) return { name, ok: false, detail: tooOld };
    const applied = Math.max(0, ...rows.map(({ number }) => number));
    const newer = applied > known ? `; a newer version of Florin added ${applied - known}` : '';
    const detail = `${Math.min(applied, known)} of ${known}${newer}`;
    return { name, ok: applied >= known, detail, pending: applied < known };
  } catch {
    return { name, ok: false, detail: `0 of ${known}`, pending: true };
  }
}
