import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, escapeIdentifier, escapeLiteral } from 'pg';
import type { BackupDatabase, BackupTable, DatabaseName } from '../../domain/backups/backup.ts';
import { UserError } from '../../domain/user-error.ts';
import type { MainRestoreTarget, RestoreTargets } from '../../ports/backups.ts';
import { POSTGRES_VERSION_MIN, type Run } from '../database/database.ts';
import { migrateWithin, migrationNames, type Plane, schemaOf } from '../database/migrate.ts';
import { removeMark, setMark } from '../database/restore-mark.ts';
import { checkDataRules } from './check-data-rules.ts';
import { copyIn } from './copy-in.ts';
import { openClient } from './open-client.ts';
import { restoredControl } from './restored-control.ts';
import { restoredData } from './restored-data.ts';

/** An arbitrary constant: one restore at a time holds this lock. */
const LOCK = 6_702_028;
/** A server that was just stopped or killed may still have connections for a moment. */
const LEAVING_LOOKS = 20;
const LEAVING_PAUSE_MS = 100;

export const postgresTargets = (mainUrl: string): RestoreTargets => ({
  async checkMigrations({ migrations }) {
    for (const plane of ['control', 'data'] as const) {
      const known = new Set(await migrationNames(plane));
      const unknown = migrations[plane]?.find((name) => !known.has(name));
      if (unknown !== undefined) {
        throw new UserError(
          `A newer version of Florin made this backup: this version does not know the migration ${unknown}. ` +
            'Install that version or a later one to restore it.',
        );
      }
    }
  },

  async open(name, { url = mainUrl, replace }) {
    const client = await openClient(url, 'florin-restore');
    try {
      await checkVersion(client);
      await takeLock(client);
      await setMark(client);
      try {
        await rejectOthers(client);
        if (!replace) await rejectData(client, name);
      } catch (error) {
        await removeMark(client);
        throw error;
      }
    } catch (error) {
      await client.end();
      throw error;
    }
    return openTarget(client, name === 'main' ? ['control', 'data'] : ['data']);
  },
});

async function checkVersion(client: Client): Promise<void> {
  const { rows } = await client.query<{ major: number }>(
    `SELECT current_setting('server_version_num')::int / 10000 AS major`,
  );
  const major = rows[0]?.major ?? 0;
  if (major < POSTGRES_VERSION_MIN)
    throw new UserError(`PostgreSQL ${major} is too old. Florin needs version ${POSTGRES_VERSION_MIN} or newer.`);
}

async function takeLock(client: Client): Promise<void> {
  const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [LOCK]);
  if (!rows[0]?.taken) throw new UserError('Another restore into this database is running. Wait until it ends.');
}

/** The mark is set already, so no further server can start. */
async function rejectOthers(client: Client): Promise<void> {
  for (let look = 0; look < LEAVING_LOOKS; look += 1) {
    const { rows } = await client.query(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
         AND application_name LIKE 'florin%' LIMIT 1`,
    );
    if (rows.length === 0) return;
    await sleep(LEAVING_PAUSE_MS);
  }
  throw new UserError('A Florin process is using this database. Stop every server and command first.');
}

/** A database on which a server was started, but never used, counts as empty. */
async function rejectData(client: Client, name: DatabaseName): Promise<void> {
  const tables = ['florin_control.merchants', 'florin_data.payment_intents'];
  for (const table of tables) {
    const { rows: found } = await client.query<{ exists: boolean }>('SELECT to_regclass($1) IS NOT NULL AS exists', [
      table,
    ]);
    if (!found[0]?.exists) continue;
    const { rows } = await client.query(`SELECT 1 FROM ${table} LIMIT 1`);
    if (rows.length > 0) {
      const what = name === 'main' ? 'The database' : `The database for ${name}`;
      throw new UserError(
        `${what} already contains data. Restore into an empty one, or use --replace to delete the data.`,
      );
    }
  }
}

const nameOf = (schema: string, name: string): string => `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`;

function openTarget(client: Client, planes: readonly Plane[]): MainRestoreTarget {
  const run: Run = async (text, values = []) => (await client.query(text, values)).rows;
  let database: BackupDatabase | undefined;
  let isCommitted = false;
  const tables = () => (database?.tables ?? []).map(({ schema, name }) => nameOf(schema, name));
  const switchTriggers = async (state: 'DISABLE' | 'ENABLE') => {
    for (const table of tables()) await client.query(`ALTER TABLE ${table} ${state} TRIGGER USER`);
  };
  return {
    async begin(contents) {
      rejectForeign(contents, planes);
      database = contents;
      await client.query('BEGIN');
      for (const plane of planes) {
        await client.query(`DROP SCHEMA IF EXISTS ${schemaOf(plane)} CASCADE`);
        await migrateWithin(client, plane, contents.migrations[plane] ?? []);
      }
      for (const table of contents.tables) await createPartitions(client, table);
      // The rows that triggers wrote are in the backup too.
      await switchTriggers('DISABLE');
    },

    load: ({ schema, name, columns }, bytes) =>
      copyIn(client, `COPY ${nameOf(schema, name)} (${columns.map(escapeIdentifier).join(', ')}) FROM STDIN`, bytes),

    async finish() {
      for (const table of database?.tables ?? []) await setIdentities(client, table);
      await switchTriggers('ENABLE');
      // Without statistics, the first queries would read whole tables.
      await client.query(`ANALYZE ${tables().join(', ')}`);
      for (const plane of planes) await migrateWithin(client, plane);
    },

    data: restoredData(run),
    control: restoredControl(run),
    checkRules: () => checkDataRules(run),

    async commit() {
      await removeMark(client);
      await client.query('COMMIT');
      isCommitted = true;
    },

    async close({ keepMark }) {
      try {
        if (isCommitted) return;
        await client.query('ROLLBACK');
        if (!keepMark) await removeMark(client);
      } catch {
        // The connection is lost: the server has rolled back, and the mark stays until the next restore.
      } finally {
        await client.end();
      }
    },
  };
}

/** The file names the tables. One that somebody changed must not reach what else is in the database. */
function rejectForeign({ tables }: BackupDatabase, planes: readonly Plane[]): void {
  const schemas = new Set<string>(planes.map(schemaOf));
  const foreign = tables.find(({ schema }) => !schemas.has(schema));
  if (foreign)
    throw new UserError(`The backup contains the table ${foreign.schema}.${foreign.name}, which is not Florin’s.`);
}

async function createPartitions(client: Client, { schema, name, partitions }: BackupTable): Promise<void> {
  for (const partition of partitions ?? []) {
    const { range } = partition;
    const bound = range ? `FOR VALUES FROM (${escapeLiteral(range.from)}) TO (${escapeLiteral(range.to)})` : 'DEFAULT';
    await client.query(
      `CREATE TABLE IF NOT EXISTS ${nameOf(schema, partition.name)} PARTITION OF ${nameOf(schema, name)} ${bound}`,
    );
  }
}

async function setIdentities(client: Client, { schema, name, identities }: BackupTable): Promise<void> {
  for (const { column, last } of identities.filter((identity) => identity.last > 0)) {
    await client.query('SELECT setval(pg_get_serial_sequence($1, $2), $3)', [nameOf(schema, name), column, last]);
  }
}
