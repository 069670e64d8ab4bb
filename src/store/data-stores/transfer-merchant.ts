import { setTimeout as sleep } from 'node:timers/promises';
import type { Client, DatabaseError } from 'pg';
import { UserError } from '../../domain/user-error.ts';
import type { Moved } from '../../ports/merchant-moves.ts';
import { sqlState } from '../database/database.ts';
import { type EarlierCursor, type JoinedScan, joinScans, NotNow, parkScans, readScans } from './join-scans.ts';
import { makePartitions } from './make-partitions.ts';
import { attachFence, keepMove, noteChanges, parkWaiting } from './move-fence.ts';
import { MOVED_TABLES, type MovedTable, REQUEST_LOG } from './moved-tables.ts';
import { AS_MOVER, copyRows, deleteRows, HOLD_MERCHANT, inTransaction } from './mover-session.ts';

/** A switch that takes longer is undone, and the old store is open again. */
const HOLD_MS_MAX = 1_500;
/** How long one statement may take meanwhile, and how long it may wait for others, such as a writer that is slow to end. */
const HOLD_STATEMENT_MS_MAX = 1_000;
const HOLD_LOCK_MS_MAX = 300;
/** After a switch that was undone, so that writers get their turn. */
const REST_MS = 600;
/** With more changes than this, another pass comes before the switch. */
const CHANGES_AT_SWITCH_MAX = 500;
const CHANGES_PER_PASS_MAX = 20_000;
const ATTEMPTS_MAX = 100;
/** A call may be logged this long after it arrived. */
const LATE_MS_MAX = 600_000;
const FOLLOW_INDEXES = 'SET enable_hashjoin = off; SET enable_mergejoin = off; SET enable_seqscan = off';
const UNIQUE_VIOLATION = '23505';
/** Lock timeout and statement timeout. */
const TOO_SLOW = new Set(['55P03', '57014']);

interface Transfer {
  from: Client;
  to: Client;
  earlier: EarlierCursor;
  report: (text: string) => void;
  /** Sends everybody to the new store. */
  onSwitch: () => Promise<void>;
  /** Fails if this process is no longer the only one that may move the merchant. */
  confirmAlone: () => Promise<void>;
  merchant: string;
  moveId: string;
}

const tableNamed = new Map(MOVED_TABLES.map((table) => [table.name, table]));

/**
 * Copies a merchant within one transaction of the new store, so that nobody there sees or works on any of it before the
 * switch, and nothing is left of a move that fails.
 */
export async function transferMerchant(transfer: Transfer): Promise<Moved> {
  const { from, to, report, merchant, moveId } = transfer;
  await attachFence(from);
  await noteChanges(from, merchant, moveId);
  await makePartitions(from, to, merchant);
  await to.query('BEGIN');
  try {
    await to.query(AS_MOVER);
    await to.query(HOLD_MERCHANT, [merchant]);
    const copied = await copySnapshot(transfer);
    report(`Copied ${copied} rows. Catching up.`);
    await analyzeCopy(to);
    // The tables are large and the changes few.
    for (const client of [from, to]) await client.query(FOLLOW_INDEXES);
    const { rows, heldSinceMs } = await catchUpAndSwitch(transfer);
    await to.query('COMMIT');
    await transfer.onSwitch();
    return { rows: copied + rows, heldMs: Math.ceil(performance.now() - heldSinceMs) };
  } catch (error) {
    await to.query('ROLLBACK').catch(() => undefined);
    if (sqlState(error) !== UNIQUE_VIOLATION) throw error;
    throw new UserError(`The new store already has what must be unique. ${(error as DatabaseError).detail ?? ''}`);
  }
}

/** Everything that was committed before one moment. What is committed later has been noted. */
async function copySnapshot({ from, to, merchant }: Transfer): Promise<number> {
  return inTransaction(
    from,
    async () => {
      let copied = 0;
      for (const table of MOVED_TABLES.filter(({ queue }) => !queue)) {
        const rows = await copyRows(from, to, { table, merchant });
        await compareTable(from, to, table, merchant);
        copied += rows;
      }
      return copied;
    },
    'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY',
  );
}

/**
 * The planner knows nothing of rows that nobody else sees yet, and would look keys up in an index that has all rows of the
 * merchant. Parents of partitions are left out, because others could not add a partition until the switch.
 */
async function analyzeCopy(to: Client): Promise<void> {
  const { rows } = await to.query<{ name: string }>(
    `SELECT coalesce(leaf.relid::text, moved.name) AS name FROM unnest($1::text[]) AS moved (name)
     LEFT JOIN LATERAL pg_partition_tree(moved.name) AS leaf ON leaf.isleaf`,
    [MOVED_TABLES.map(({ name }) => `florin_data.${name}`)],
  );
  await to.query(`ANALYZE (SKIP_LOCKED) ${rows.map(({ name }) => name).join(', ')}`);
}

/** The copy must have the same rows, column by column. */
async function compareTable(from: Client, to: Client, { name }: MovedTable, merchant: string): Promise<void> {
  const text = `SELECT count(*) AS rows, coalesce(sum(hashtextextended(row::text, 0)), 0) AS hash
                FROM florin_data.${name} AS row WHERE merchant_id = $1`;
  const [source, copy] = await Promise.all(
    [from, to].map(async (client) => (await client.query(text, [merchant])).rows[0]),
  );
  if (JSON.stringify(source) !== JSON.stringify(copy))
    throw new UserError(`The copy of ${name} differs from its original.`);
}

/** Passes get shorter, until one is short enough to hold writes for it. Returns when the hold began. */
async function catchUpAndSwitch(transfer: Transfer): Promise<{ rows: number; heldSinceMs: number }> {
  let rows = 0;
  let obstacle = new NotNow('The merchant changes too fast.');
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    const changes = await inTransaction(transfer.from, () => copyChanges(transfer));
    rows += changes.length;
    if (changes.length > CHANGES_AT_SWITCH_MAX) continue;
    try {
      const scans = await readScans(transfer.from, transfer.to, transfer.merchant);
      const heldSinceMs = performance.now();
      return { rows: rows + (await trySwitch(transfer, scans)), heldSinceMs };
    } catch (error) {
      if (!(error instanceof NotNow)) throw error;
      obstacle = error;
    }
    await sleep(REST_MS);
  }
  throw new UserError(`The merchant could not be moved. ${obstacle.message} Run the command again later.`);
}

/**
 * Holds the merchant, copies the rest, and closes the old store, all in one transaction of the old store: if the mover dies or
 * stands still, the hold ends with its connection.
 */
async function trySwitch(transfer: Transfer, scans: readonly JoinedScan[]): Promise<number> {
  const { from, to, earlier, merchant, moveId } = transfer;
  const untilMs = performance.now() + HOLD_MS_MAX;
  const limits = `SET LOCAL lock_timeout = ${HOLD_LOCK_MS_MAX}; SET LOCAL statement_timeout = ${HOLD_STATEMENT_MS_MAX}`;
  await to.query(`SAVEPOINT before_switch; ${limits}`);
  try {
    return await inTransaction(from, async () => {
      await from.query(`${limits}; SET LOCAL idle_in_transaction_session_timeout = ${HOLD_MS_MAX}; ${AS_MOVER}`);
      await from.query(HOLD_MERCHANT, [merchant]);
      const changes = await copyChanges(transfer);
      let rows = changes.length;
      if (!areJoined(changes, scans)) throw new NotNow('The merchant expects its first payments on another network.');
      for (const table of MOVED_TABLES.filter(({ queue }) => queue))
        rows += await copyRows(from, to, { table, merchant });
      await joinScans(to, scans, earlier);
      await arrive(to, merchant, moveId);
      await parkWaiting(from, merchant);
      await parkScans(from, merchant, scans);
      await from.query(`UPDATE florin_data.moves SET state = 'left' WHERE merchant_id = $1`, [merchant]);
      await transfer.confirmAlone();
      if (performance.now() > untilMs) throw new NotNow('The switch takes too long.');
      // A commit may wait for a standby, and must not stop doing so.
      for (const client of [to, from]) await client.query('SET LOCAL statement_timeout = 0');
      return rows;
    });
  } catch (error) {
    const isTooSlow = TOO_SLOW.has(sqlState(error) ?? '');
    if (!(error instanceof NotNow) && !isTooSlow) throw error;
    await to.query('ROLLBACK TO SAVEPOINT before_switch');
    throw isTooSlow ? new NotNow('The switch waits too long for others.') : error;
  }
}

/** Whether the scans include every network on which the merchant got a target since they were read. */
function areJoined(changes: readonly ChangeRow[], scans: readonly JoinedScan[]): boolean {
  const networks = new Set(scans.map(({ network }) => network));
  return changes.every(({ table_name, key }) => table_name !== 'targets' || networks.has(String(key['network'])));
}

/** Everything is copied: workers of the new store may begin as soon as this is committed. */
async function arrive(to: Client, merchant: string, moveId: string): Promise<void> {
  await to.query(
    `INSERT INTO florin_data.search_backfills (merchant_id, livemode)
     SELECT DISTINCT $1::uuid, livemode FROM (VALUES (true), (false)) AS mode (livemode)
     WHERE EXISTS (SELECT FROM florin_data.payment_intents AS intent
       WHERE intent.merchant_id = $1 AND intent.livemode = mode.livemode)
     ON CONFLICT DO NOTHING`,
    [merchant],
  );
  await to.query(
    `INSERT INTO florin_data.moves (merchant_id, move_id, state) VALUES ($1, $2, 'arrived')
     ON CONFLICT (merchant_id) DO UPDATE SET move_id = excluded.move_id, state = 'arrived'`,
    [merchant, moveId],
  );
}

interface ChangeRow {
  table_name: string;
  key: Record<string, unknown>;
}

/**
 * Copies what the noted rows are now. The notes are deleted before the rows are read, so a row that changes in between is
 * noted again. They are taken in their order: a row that was deleted goes before one that takes over what is unique in it.
 */
async function copyChanges({ from, to, merchant, moveId }: Transfer): Promise<ChangeRow[]> {
  await keepMove(from, merchant, moveId);
  const { rows } = await from.query<ChangeRow>(
    `DELETE FROM florin_data.move_changes WHERE ctid = ANY (ARRAY (
       SELECT ctid FROM florin_data.move_changes WHERE merchant_id = $1 ORDER BY position LIMIT ${CHANGES_PER_PASS_MAX}))
     RETURNING table_name, key`,
    [merchant],
  );
  const changes = Map.groupBy(rows, ({ table_name }) => table_name);
  for (const [name, noted] of changes) {
    const table = tableNamed.get(name);
    if (!table || table.queue) continue;
    const keys = [...new Map(noted.map(({ key }) => [JSON.stringify(key), key])).values()];
    await deleteRows(to, { table, merchant, keys });
    await copyRows(from, to, { table, merchant, keys });
  }
  return rows;
}

/** Calls that processes logged in the old store after the copy. */
export async function copyLateRequests(from: Client, to: Client, merchant: string, sinceMs: number): Promise<void> {
  const table = tableNamed.get(REQUEST_LOG);
  if (!table) return;
  await makePartitions(from, to, merchant);
  await inTransaction(to, async () => {
    await to.query(`CREATE TEMPORARY TABLE late_requests (LIKE florin_data.${REQUEST_LOG}) ON COMMIT DROP`);
    const where = `row.at >= '${new Date(sinceMs - LATE_MS_MAX).toISOString()}'`;
    await copyRows(from, to, { table, merchant, where, into: 'late_requests' });
    await to.query(`INSERT INTO florin_data.${REQUEST_LOG} SELECT * FROM late_requests ON CONFLICT DO NOTHING`);
  });
}
