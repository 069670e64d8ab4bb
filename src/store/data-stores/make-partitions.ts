import type { Client } from 'pg';
import { makePartitionAt } from '../database/partitions.ts';
import { MOVED_TABLES } from './moved-tables.ts';
import { inTransaction, runOn } from './mover-session.ts';

/** Makes the partitions of the new store that the rows of the merchant need, and those of the next period. */
export async function makePartitions(from: Client, to: Client, merchant: string): Promise<void> {
  for (const { name, partitions } of MOVED_TABLES) {
    if (!partitions) continue;
    const [column, period] = partitions;
    const { rows } = await from.query<{ at: Date }>(
      `SELECT DISTINCT date_trunc('${period}', ${column}) AS at FROM florin_data.${name} WHERE merchant_id = $1
       UNION SELECT date_trunc('${period}', now()) UNION SELECT date_trunc('${period}', now() + interval '1 ${period}')`,
      [merchant],
    );
    for (const { at } of rows) {
      await inTransaction(to, () => makePartitionAt(runOn(to), name, period, at.getTime()));
    }
  }
}
