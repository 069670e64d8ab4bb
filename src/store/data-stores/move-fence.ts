import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { UserError } from '../../domain/user-error.ts';
import { type Run, sqlState } from '../database/database.ts';
import { type EarlierCursor, rejoinScans } from './join-scans.ts';
import { MOVED_TABLES, type MovedTable, REQUEST_LOG, SEARCH_QUEUES } from './moved-tables.ts';
import { AS_MOVER, HOLD_MERCHANT, inTransaction } from './mover-session.ts';

const LOCK_NOT_AVAILABLE = '55P03';
/** Writers wait at most this long behind the mover, before the move has copied anything. */
const LOCK_MS_MAX = 200;
/** Between two attempts, so that writers get their turn. */
const REST_MS = 400;
const ATTEMPTS_MAX = 50;

/** Attaches the fence to every table that has none yet. It stays, because a process may wake up long after the switch. */
export async function attachFence(client: Client): Promise<void> {
  for (const { name, key } of MOVED_TABLES) {
    const { rows } = await client.query(
      `SELECT FROM pg_trigger WHERE tgrelid = $1::regclass AND tgname = 'guard_move'`,
      [`florin_data.${name}`],
    );
    if (rows.length > 0) continue;
    const writes = name === REQUEST_LOG ? 'UPDATE OR DELETE' : 'INSERT OR UPDATE OR DELETE';
    const names = [name, ...key].map((one) => `'${one}'`).join(', ');
    // Another mover may attach it at the same time.
    await patiently(client, () =>
      client.query(
        `CREATE OR REPLACE TRIGGER guard_move BEFORE ${writes} ON florin_data.${name}
         FOR EACH ROW EXECUTE FUNCTION florin_data.guard_move(${names})`,
      ),
    );
  }
}

/** Tries again instead of waiting, because writers would wait behind it. */
async function patiently(client: Client, work: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await inTransaction(client, async () => {
        await client.query(`SET LOCAL lock_timeout = ${LOCK_MS_MAX}`);
        await work();
      });
      return;
    } catch (error) {
      if (sqlState(error) !== LOCK_NOT_AVAILABLE) throw error;
      if (attempt === ATTEMPTS_MAX)
        throw new UserError('The data store is too busy to begin a move. Run it again later.');
    }
    await sleep(REST_MS);
  }
}

/** From here on, every change of the merchant's rows is noted: writers that may not know it yet are over when it returns. */
export async function noteChanges(client: Client, merchant: string, moveId: string): Promise<void> {
  await client.query('DELETE FROM florin_data.move_changes WHERE merchant_id = $1', [merchant]);
  await client.query(
    `INSERT INTO florin_data.moves (merchant_id, move_id, state) VALUES ($1, $2, 'leaving')
     ON CONFLICT (merchant_id) DO UPDATE SET move_id = excluded.move_id, state = 'leaving'`,
    [merchant, moveId],
  );
  await patiently(client, () => client.query(HOLD_MERCHANT, [merchant]));
}

/**
 * Fails if the move was ended meanwhile, by a second mover that found no trace of this one. Until the transaction is over,
 * nobody ends it.
 */
export async function keepMove(client: Client, merchant: string, moveId: string): Promise<void> {
  const { rows } = await client.query(
    `SELECT FROM florin_data.moves WHERE merchant_id = $1 AND move_id = $2 AND state = 'leaving' FOR SHARE`,
    [merchant, moveId],
  );
  if (rows.length === 0) throw new UserError('Another process has ended this move. Run the command again.');
}

/** Hides what workers would act on, in the transaction that closes the store to the merchant. */
export async function parkWaiting(client: Client, merchant: string): Promise<void> {
  for (const { name, waiting } of PARKED) {
    await client.query(
      `WITH parked AS (DELETE FROM florin_data.${name} AS row WHERE merchant_id = $1 AND ${waiting} RETURNING row.*)
       INSERT INTO florin_data.parked_rows (merchant_id, table_name, contents)
       SELECT $1, '${name}', row_to_json(parked) FROM parked`,
      [merchant],
    );
  }
}

const PARKED: readonly Pick<MovedTable, 'name' | 'waiting'>[] = [
  ...MOVED_TABLES.filter(({ waiting }) => waiting !== undefined),
  ...SEARCH_QUEUES.map((name) => ({ name, waiting: 'true' })),
];

/**
 * Ends a move that has not closed the store. Returns false if it has: then only the new store knows whether the merchant is
 * there.
 */
export async function abandonMove(client: Client, merchant: string, moveId: string): Promise<boolean> {
  const { rows } = await client.query<{ state: string }>(
    'SELECT state FROM florin_data.moves WHERE merchant_id = $1 AND move_id = $2 FOR UPDATE',
    [merchant, moveId],
  );
  if (rows[0]?.state === 'left') return false;
  await forgetMove(client, merchant, moveId);
  return true;
}

/** Undoes what a move did to the old store, if it did not arrive in the new one. */
export async function reopenStore(
  client: Client,
  merchant: string,
  moveId: string,
  earlier: EarlierCursor,
): Promise<void> {
  await client.query(AS_MOVER);
  await client.query(HOLD_MERCHANT, [merchant]);
  for (const { name } of PARKED) {
    await client.query(
      `WITH parked AS (DELETE FROM florin_data.parked_rows WHERE merchant_id = $1 AND table_name = '${name}' RETURNING contents)
       INSERT INTO florin_data.${name} OVERRIDING SYSTEM VALUE
       SELECT row.* FROM parked CROSS JOIN json_populate_record(NULL::florin_data.${name}, contents) AS row`,
      [merchant],
    );
  }
  await rejoinScans(client, merchant, earlier);
  await forgetMove(client, merchant, moveId);
}

async function forgetMove(client: Client, merchant: string, moveId: string): Promise<void> {
  await client.query('DELETE FROM florin_data.moves WHERE merchant_id = $1 AND move_id = $2', [merchant, moveId]);
  await client.query('DELETE FROM florin_data.move_changes WHERE merchant_id = $1', [merchant]);
}

/** Lets a merchant in that once moved away, before it had any data, and comes back by `set-store`. */
export const openFence = (run: Run, merchant: string): Promise<unknown> =>
  run('DELETE FROM florin_data.moves WHERE merchant_id = $1', [merchant]);
