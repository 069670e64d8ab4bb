import type { Database } from './database.ts';
import { newestMigration, type Plane, schemaOf } from './migrate.ts';

export interface Finding {
  name: string;
  ok: boolean;
  detail: string;
  /** Not ready, but the next start mends it by itself. */
  pending?: boolean;
}

/** What `/readyz` asks: does the database answer, and are its tables the ones that this program knows? */
export async function inspectReadiness(database: Database): Promise<Finding[]> {
  try {
    await database.query({ name: 'ping', text: 'SELECT 1', values: [] });
  } catch {
    return [{ name: 'database', ok: false, detail: 'does not answer' }];
  }
  const planes = await Promise.all((['control', 'data'] as const).map((plane) => inspectMigrations(database, plane)));
  return [{ name: 'database', ok: true, detail: 'answers' }, ...planes];
}

/** What `florin doctor` wants to know on top: is the server new enough, and does a commit reach the disk? */
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
    { name: 'PostgreSQL version', ok: row.number >= 140_000, detail: `${row.version} (14 or newer is needed)` },
    {
      name: 'durable commits',
      ok: durable,
      detail: durable
        ? 'fsync and synchronous_commit are on'
        : 'set fsync = on and synchronous_commit = on in postgresql.conf',
    },
  ];
}

async function inspectMigrations(database: Database, plane: Plane): Promise<Finding> {
  const known = await newestMigration(plane);
  const name = `migrations (${plane})`;
  try {
    const [row] = await database.query<{ number: number | null }>({
      name: `newest-migration-${plane}`,
      text: `SELECT max(number) AS number FROM ${schemaOf(plane)}.migrations`,
      values: [],
    });
    const applied = row?.number ?? 0;
    return { name, ok: applied === known, detail: `${applied} of ${known}`, pending: applied < known };
  } catch {
    return { name, ok: false, detail: `0 of ${known}`, pending: true };
  }
}
