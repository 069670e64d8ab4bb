import type { Client } from 'pg';
import { MOVE_TABLES, MOVED_TABLES, type MovedTable, WRITTEN_AGAIN } from './moved-tables.ts';
import { AS_MOVER, inTransaction } from './mover-session.ts';

const STEP_ROWS = 5_000;

const ALL_TABLES: readonly Pick<MovedTable, 'name' | 'partitions'>[] = [
  ...MOVED_TABLES,
  ...[...WRITTEN_AGAIN, ...MOVE_TABLES].map((name) => ({ name })),
];

/** The tables that have rows of a merchant. */
export async function listLeftovers(client: Client, merchant: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    ALL_TABLES.map(
      ({ name }) => `SELECT '${name}' AS name WHERE EXISTS (SELECT FROM florin_data.${name} WHERE merchant_id = $1)`,
    ).join(' UNION ALL '),
    [merchant],
  );
  return rows.map(({ name }) => name);
}

/** Deletes all rows of a merchant that has left, in small steps. The fence stays. */
export async function deleteLeftovers(client: Client, merchant: string): Promise<void> {
  // Terms name a merchant only by its segments, so they go first.
  const terms = 'segment IN (SELECT number FROM florin_data.search_segments WHERE merchant_id = $1)';
  await deleteSteps(client, { name: 'search_terms' }, terms, merchant);
  for (const table of ALL_TABLES) await deleteSteps(client, table, 'merchant_id = $1', merchant);
}

async function deleteSteps(
  client: Client,
  { name, partitions }: Pick<MovedTable, 'name' | 'partitions'>,
  where: string,
  merchant: string,
): Promise<void> {
  for (const part of partitions ? await listPartitions(client, name) : [name]) {
    const own = `florin_data.${part} WHERE ${where}`;
    const text = `DELETE FROM florin_data.${part} WHERE ctid = ANY (ARRAY (SELECT ctid FROM ${own} LIMIT ${STEP_ROWS}))`;
    for (let deleted = STEP_ROWS; deleted === STEP_ROWS; ) {
      deleted = await inTransaction(client, async () => {
        await client.query(AS_MOVER);
        return (await client.query(text, [merchant])).rowCount ?? 0;
      });
    }
  }
}

async function listPartitions(client: Client, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    'SELECT relname AS name FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid WHERE inhparent = $1::regclass',
    [`florin_data.${table}`],
  );
  return rows.map(({ name }) => name);
}
