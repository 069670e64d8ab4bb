import type { Client } from 'pg';
import { UserError } from '../../domain/user-error.ts';

/** A schema that exists while a restore is running, and stays if the restore is interrupted. */
const MARK = 'florin_restore';

/** The mark is committed before the restore begins to write. */
export async function setMark(client: Client): Promise<void> {
  await client.query(`CREATE SCHEMA IF NOT EXISTS ${MARK}`);
}

/** In the transaction of the restored data, so that the mark disappears when the data appears. */
export async function removeMark(client: Client): Promise<void> {
  await client.query(`DROP SCHEMA IF EXISTS ${MARK} CASCADE`);
}

export const IS_MARKED = `SELECT to_regnamespace('${MARK}') IS NOT NULL AS marked`;

export const INTERRUPTED =
  'A restore into this database is running or was interrupted, so it is not complete. Wait until the restore ends, or ' +
  'run it again: npx florin restore <file>';

/** Throws a UserError if the database is only partly restored. */
export async function rejectMarked(client: Client): Promise<void> {
  const { rows } = await client.query<{ marked: boolean }>(IS_MARKED);
  if (rows[0]?.marked) throw new UserError(INTERRUPTED);
}
