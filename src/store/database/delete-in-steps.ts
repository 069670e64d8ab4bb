import type { Database } from './database.ts';

const STEP_ROWS = 5_000;

interface Deletion {
  name: string;
  table: string;
  /** Which rows are deleted. */
  where: string;
  values: unknown[];
}

/** Deletes rows in small steps, so that no statement runs long or holds many locks, however many rows there are. */
export async function deleteInSteps(database: Database, { name, table, where, values }: Deletion): Promise<void> {
  const text = `DELETE FROM ${table} WHERE ctid IN (SELECT ctid FROM ${table} WHERE ${where} LIMIT ${STEP_ROWS}) RETURNING 1`;
  for (let deleted = STEP_ROWS; deleted === STEP_ROWS; ) {
    deleted = (await database.query({ name, text, values })).length;
  }
}
