import type { Client } from 'pg';

interface ScanRow {
  network: string;
  cursor: string;
}

/** A cursor that is behind both or equal to one; undefined if each address of the network has its own position. */
export type EarlierCursor = (network: string, one: string, other: string) => string | undefined;

/**
 * Lets the new store watch the merchant's targets from where the old one stopped. If its cursor is further, it goes back: a
 * transfer that is read again is credited once. A scan that is under way in the new store does not know the targets, so
 * `arrivals` keeps it from moving the cursor.
 */
export async function joinScans(from: Client, to: Client, merchant: string, earlier: EarlierCursor): Promise<void> {
  const { rows } = await from.query<ScanRow & { row: object }>(
    `SELECT network, cursor, to_jsonb(scan) AS row FROM florin_data.scans AS scan WHERE EXISTS (
       SELECT FROM florin_data.targets AS target WHERE target.merchant_id = $1 AND target.livemode IN (true, false)
         AND target.network = scan.network AND target.watched_until > now())`,
    [merchant],
  );
  for (const { network, cursor, row } of rows) {
    const { rows: found } = await to.query<ScanRow & { is_watched: boolean }>(
      `SELECT network, cursor, EXISTS (SELECT FROM florin_data.targets AS target WHERE target.network = scan.network
         AND target.watched_until > now() AND target.merchant_id <> $2) AS is_watched
       FROM florin_data.scans AS scan WHERE network = $1 FOR UPDATE`,
      [network, merchant],
    );
    const [own] = found;
    if (own?.is_watched) {
      await to.query('UPDATE florin_data.scans SET cursor = $2, arrivals = arrivals + 1 WHERE network = $1', [
        network,
        earlier(network, cursor, own.cursor) ?? own.cursor,
      ]);
    } else {
      // Nobody else is watched here, so there is nothing to miss.
      await to.query(
        `INSERT INTO florin_data.scans AS scan SELECT * FROM jsonb_populate_record(NULL::florin_data.scans, $1)
         ON CONFLICT (network) DO UPDATE SET cursor = excluded.cursor, tip_height = excluded.tip_height,
           safe_height = excluded.safe_height, finalized_height = excluded.finalized_height, lagging = excluded.lagging,
           tip_time = excluded.tip_time, scanned_until = excluded.scanned_until, arrivals = scan.arrivals + 1`,
        [row],
      );
    }
  }
}
