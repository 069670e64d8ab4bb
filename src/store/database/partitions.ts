import { type Database, type Run, sqlState } from './database.ts';

export type Period = 'month' | 'day';

/** An arbitrary constant that must be the same in all processes. */
const LOCK = 6_702_028;
const LOCK_NOT_AVAILABLE = '55P03';
/** A drop waits for two locks, of the table and of the partition, and every write waits behind it: 100 ms in all at most. */
const DROP_LOCK_MS_MAX = 40;

/**
 * How the rows of a table are stored. A delivery is updated twice and its body never: out of line, it is not written again,
 * and the room on each page keeps the first update away from the indexes. A batch of events is read whole, and random IDs
 * cannot be compressed.
 */
const STORAGE: Readonly<Record<string, string>> = {
  deliveries: 'WITH (toast_tuple_target = 128, fillfactor = 60)',
  numbered_batches: 'WITH (toast_tuple_target = 8160)',
};

/** The partitions that this process knows to exist. */
const ensured = new WeakMap<Database, Set<string>>();

interface Partition {
  name: string;
  fromMs: number;
  toMs: number;
}

/** The partition of a table for the period that so many periods later contains this time. Periods are in UTC. */
function partitionAt(table: string, period: Period, timeMs: number, later = 0): Partition {
  const time = new Date(timeMs);
  const startOf = (periods: number) =>
    period === 'month'
      ? Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + periods)
      : Date.UTC(time.getUTCFullYear(), time.getUTCMonth(), time.getUTCDate() + periods);
  const fromMs = startOf(later);
  const [year, month, day] = new Date(fromMs).toISOString().slice(0, 10).split('-');
  const name = `${table}_y${year}m${month}${period === 'day' ? `d${day}` : ''}`;
  return { name, fromMs, toMs: startOf(later + 1) };
}

/**
 * Makes the partitions of a table of the data plane for the current period and the next one. Call it before every write:
 * it costs nothing once they exist.
 */
export async function ensurePartitions(
  database: Database,
  table: string,
  period: Period,
  nowMs: number,
): Promise<void> {
  const known = ensured.get(database) ?? new Set();
  ensured.set(database, known);
  for (const partition of [partitionAt(table, period, nowMs), partitionAt(table, period, nowMs, 1)]) {
    if (known.has(partition.name)) continue;
    await createPartition(database, table, partition);
    known.add(partition.name);
  }
}

const createPartition = (database: Database, table: string, partition: Partition): Promise<void> =>
  database.transaction((run) => attachPartition(run, table, partition));

/** Makes the partition for one time, in a transaction of the caller. */
export const makePartitionAt = (run: Run, table: string, period: Period, timeMs: number): Promise<void> =>
  attachPartition(run, table, partitionAt(table, period, timeMs));

/** A table that is attached afterwards locks neither readers nor writers of the others. */
async function attachPartition(run: Run, table: string, { name, fromMs, toMs }: Partition): Promise<void> {
  await run('SELECT pg_advisory_xact_lock($1)', [LOCK]);
  const [found] = await run(`SELECT 1 WHERE to_regclass($1) IS NOT NULL`, [`florin_data.${name}`]);
  if (found) return;
  await run(
    `CREATE TABLE florin_data.${name} (LIKE florin_data.${table} INCLUDING DEFAULTS INCLUDING CONSTRAINTS)
     ${STORAGE[table] ?? ''}`,
  );
  const [from, to] = [fromMs, toMs].map((ms) => `'${new Date(ms).toISOString()}'`);
  await run(
    `ALTER TABLE florin_data.${table} ATTACH PARTITION florin_data.${name} FOR VALUES FROM (${from}) TO (${to})`,
  );
}

/**
 * Drops the partitions of a table that ended before a time. A partition that is in use stays until the next call. Returns
 * the names of those dropped.
 */
export async function dropPartitions(
  database: Database,
  table: string,
  period: Period,
  beforeMs: number,
): Promise<string[]> {
  const oldest = partitionAt(table, period, beforeMs).name;
  const rows = await database.query<{ name: string }>({
    name: 'list-partitions',
    text: `SELECT relname AS name FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
           WHERE inhparent = to_regclass($1)`,
    values: [`florin_data.${table}`],
  });
  // The names of a table's partitions have the same length, so they sort by time.
  const old = rows.map(({ name }) => name).filter((name) => name < oldest);
  const dropped: string[] = [];
  for (const name of old.sort()) if (await dropPartition(database, name)) dropped.push(name);
  return dropped;
}

async function dropPartition(database: Database, name: string): Promise<boolean> {
  try {
    await database.transaction(async (run) => {
      await run(`SET LOCAL lock_timeout = ${DROP_LOCK_MS_MAX}`);
      await run(`DROP TABLE IF EXISTS florin_data.${name}`);
    });
    return true;
  } catch (error) {
    if (sqlState(error) === LOCK_NOT_AVAILABLE) return false;
    throw error;
  }
}
