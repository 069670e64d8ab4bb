import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from 'pg';
import { UserError } from '../../domain/user-error.ts';
import { databaseAway } from './database.ts';
import { neededBy, whyTooOld } from './needed-migration.ts';
import { PrimaryClient } from './primary-client.ts';
import { rejectMarked } from './restore-mark.ts';

export type Plane = 'control' | 'data';

interface Migration {
  number: number;
  name: string;
  sql: string;
}

const FOLDER = join(import.meta.dirname, '../../../migrations');

/** An arbitrary constant that must be the same in all processes. */
const LOCK = 6_702_026;

/**
 * Applies the pending migrations of one plane, each in a separate transaction. A lock keeps processes that start together
 * from migrating at the same time. Returns the names of the migrations that ran.
 */
export async function migrate(url: string, plane: Plane): Promise<string[]> {
  const known = await readMigrations(plane);
  const client = new PrimaryClient({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    application_name: 'florin-migrate',
  });
  try {
    await client.connect();
  } catch (error) {
    throw databaseAway(error);
  }
  try {
    await rejectMarked(client);
    const applied: string[] = [];
    for (;;) {
      const name = await applyNext(client, plane, known);
      if (name === undefined) return applied;
      applied.push(name);
    }
  } finally {
    await client.end();
  }
}

/** Applies pending migrations in the transaction of the caller: those with these names, or all. */
export async function migrateWithin(client: Client, plane: Plane, names?: readonly string[]): Promise<void> {
  const pending = await findPending(client, plane, await readMigrations(plane));
  const wanted = pending.filter(({ name }) => names?.includes(name) ?? true);
  for (const migration of wanted) await run(client, schemaOf(plane), migration);
}

async function findPending(client: Client, plane: Plane, known: readonly Migration[]): Promise<Migration[]> {
  const schema = schemaOf(plane);
  await client.query(`CREATE SCHEMA IF NOT EXISTS ${schema}`);
  await client.query(
    `CREATE TABLE IF NOT EXISTS ${schema}.migrations (number integer PRIMARY KEY, name text NOT NULL, applied_at timestamptz NOT NULL)`,
  );
  const { rows } = await client.query<{ number: number; name: string }>(
    `SELECT number, name FROM ${schema}.migrations`,
  );
  const applied = new Set(rows.map((row) => row.number));
  const tooOld = whyTooOld(neededBy(rows.map((row) => row.name)), known.at(-1)?.number ?? 0);
  if (tooOld !== undefined) throw new UserError(tooOld);
  return known.filter((migration) => !applied.has(migration.number));
}

/** The names of all migrations that this version knows. */
export async function migrationNames(plane: Plane): Promise<string[]> {
  return (await readMigrations(plane)).map(({ name }) => name);
}

/** The number of the newest migration that this version knows. */
export async function newestMigration(plane: Plane): Promise<number> {
  return (await readMigrations(plane)).at(-1)?.number ?? 0;
}

export const schemaOf = (plane: Plane): string => (plane === 'control' ? 'florin_control' : 'florin_data');

/** The name of the migration that ran; undefined if none is pending. The lock ends with the transaction. */
async function applyNext(client: Client, plane: Plane, known: readonly Migration[]): Promise<string | undefined> {
  await client.query('BEGIN');
  let next: Migration | undefined;
  try {
    await client.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
    [next] = await findPending(client, plane, known);
    if (next) await run(client, schemaOf(plane), next);
    await client.query('COMMIT');
    return next?.name;
  } catch (error) {
    await client.query('ROLLBACK');
    if (!next) throw error;
    throw new Error(`Migration ${next.name} failed: ${(error as Error).message}`, { cause: error });
  }
}

async function run(client: Client, schema: string, { number, name, sql }: Migration): Promise<void> {
  await client.query(sql);
  await client.query(`INSERT INTO ${schema}.migrations VALUES ($1, $2, now())`, [number, name]);
}

const read = new Map<Plane, Promise<Migration[]>>();

/** Read once: the files of a newer version may replace these while this one is running. */
function readMigrations(plane: Plane): Promise<Migration[]> {
  const reading = read.get(plane) ?? readFolder(join(FOLDER, plane));
  read.set(plane, reading);
  return reading;
}

async function readFolder(folder: string): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
  return Promise.all(
    files.map(async (file) => ({
      number: Number(file.slice(0, 4)),
      name: file.slice(0, -4),
      sql: await readFile(join(folder, file), 'utf8'),
    })),
  );
}
