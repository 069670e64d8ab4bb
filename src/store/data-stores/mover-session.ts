import { type Client, escapeIdentifier, escapeLiteral } from 'pg';
import { copyIn } from '../backups/copy-in.ts';
import { copyOut } from '../backups/copy-out.ts';
import type { Run } from '../database/database.ts';
import type { MovedTable } from './moved-tables.ts';

/** An arbitrary constant that `guard_move` names too. */
const MOVE_LOCK = 6_702_030;

/** Rows of the mover pass its own fence and fill no queues. */
export const AS_MOVER = `SET LOCAL florin.mover = 'on'`;

/** Waits until no other transaction holds the merchant. It is held until this transaction ends. */
export const HOLD_MERCHANT = `SELECT pg_advisory_xact_lock(${MOVE_LOCK}, hashtext($1::uuid::text))`;

/** A transaction on a connection that belongs to the mover alone. */
export async function inTransaction<Result>(
  client: Client,
  work: () => Promise<Result>,
  begin = 'BEGIN',
): Promise<Result> {
  await client.query(begin);
  try {
    const result = await work();
    await client.query('COMMIT');
    return result;
  } catch (error) {
    // The connection may be lost, which ends the transaction too.
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** The columns that a copy carries. The new store gives what is queued its positions. */
async function readColumns(client: Client, { name }: MovedTable): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT attname AS name FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' AND attidentity = ''
     ORDER BY attnum`,
    [`florin_data.${name}`],
  );
  return rows.map((row) => row.name);
}

export const runOn =
  (client: Client): Run =>
  async (text, values = []) =>
    (await client.query(text, values)).rows as never;

/** What is copied of a merchant. */
export interface MovedRows {
  table: MovedTable;
  merchant: string;
  /** Of the rows that are copied; all of them without it. */
  keys?: readonly unknown[];
  /** A condition, instead of keys. */
  where?: string;
  /** The table that gets them, if it is another one. */
  into?: string;
}

/** Copies rows from one open transaction into another. Returns how many. */
export async function copyRows(from: Client, to: Client, rows: MovedRows): Promise<number> {
  const { table, merchant, keys, where = 'true', into = `florin_data.${table.name}` } = rows;
  const columns = await readColumns(to, table);
  const own = `florin_data.${table.name} AS row WHERE row.merchant_id = ${escapeLiteral(merchant)}`;
  const source = keys ? await lookUp(from, { ...rows, keys }, 'row.*') : `${own} AND ${where}`;
  const list = (prefix: string) => columns.map((name) => prefix + escapeIdentifier(name)).join(', ');
  const order = table.queue ? ` ORDER BY ${table.key.map((name) => `row.${name}`).join(', ')}` : '';
  const read = copyOut(from, `COPY (SELECT ${list('row.')} FROM ${source}${order}) TO STDOUT`);
  return copyIn(to, `COPY ${into} (${list('')}) FROM STDIN`, read as AsyncIterable<Buffer>);
}

/** Deletes the rows with these keys, before what they are now is copied. */
export async function deleteRows(client: Client, rows: MovedRows & { keys: readonly unknown[] }): Promise<void> {
  const found = await lookUp(client, rows, 'row.tableoid AS part, row.ctid AS place');
  await client.query(
    `WITH found AS MATERIALIZED (SELECT part, place FROM ${found})
     DELETE FROM florin_data.${rows.table.name} AS row USING found
     WHERE row.tableoid = found.part AND row.ctid = found.place`,
  );
}

/**
 * Looks each key up. The limit makes the planner do so: a table that was just filled has no statistics, and it would compare
 * every row with every key.
 */
async function lookUp(
  client: Client,
  { table, merchant, keys }: MovedRows & { keys: readonly unknown[] },
  columns: string,
): Promise<string> {
  const sameKey = table.key.map((name) => `row.${name} = wanted.${name}`).join(' AND ');
  return `${await listKeys(client, table, keys)} CROSS JOIN LATERAL (
    SELECT ${columns} FROM florin_data.${table.name} AS row
    WHERE row.merchant_id = ${escapeLiteral(merchant)} AND ${sameKey} LIMIT 1) AS row`;
}

async function listKeys(client: Client, table: MovedTable, keys: readonly unknown[]): Promise<string> {
  const { rows } = await client.query<{ name: string; type: string }>(
    `SELECT attname AS name, format_type(atttypid, atttypmod) AS type FROM pg_attribute
     WHERE attrelid = $1::regclass AND attname = ANY ($2)`,
    [`florin_data.${table.name}`, table.key],
  );
  const columns = rows.map(({ name, type }) => `${name} ${type}`).join(', ');
  return `jsonb_to_recordset(${escapeLiteral(JSON.stringify(keys))}) AS wanted (${columns})`;
}
