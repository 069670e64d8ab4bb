import type { StoreState } from '../../ports/data-stores.ts';
import type { Database } from '../database/database.ts';

interface StateRow {
  bytes: string;
  event_lag: number;
  scanned_until: Date | null;
}

export async function measureDatabase(database: Database): Promise<StoreState> {
  const [row] = await database.query<StateRow>({
    name: 'measure-database',
    text: `SELECT pg_database_size(current_database()) AS bytes,
             coalesce((SELECT greatest(extract(epoch FROM now() - happened_at[1]), 0)::float8 * 1000
               FROM florin_data.waiting_batches ORDER BY position LIMIT 1), 0) AS event_lag,
             (SELECT min(scanned_until) FROM florin_data.scans AS scan WHERE EXISTS (
               SELECT FROM florin_data.targets AS target
               WHERE target.network = scan.network AND target.watched_until > now())) AS scanned_until`,
    values: [],
  });
  return {
    sizeBytes: Number(row?.bytes ?? 0),
    eventLagMs: Math.round(row?.event_lag ?? 0),
    scannedUntilMs: row?.scanned_until?.getTime(),
  };
}
