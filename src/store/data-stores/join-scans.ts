import type { Client } from 'pg';

/** How far a network was scanned in the old store, for a merchant that leaves. */
export interface JoinedScan {
  network: string;
  cursor: string;
  /** The whole row. */
  row: object;
  /** Whether the new store watches targets of others on the network. */
  isShared: boolean;
}

/** A cursor that has read nothing that one of these has not read. */
export type EarlierCursor = (network: string, one: string, other: string) => string;

/**
 * Reads the scans before writes are held, because it may take long. What is read here stays right: the old store only goes
 * on from these cursors, and targets that others get later in the new store are not paid before these blocks.
 */
export async function readScans(from: Client, to: Client, merchant: string): Promise<JoinedScan[]> {
  const { rows } = await from.query<Omit<JoinedScan, 'isShared'>>(
    `SELECT network, cursor, to_jsonb(scan) AS row FROM florin_data.scans AS scan WHERE EXISTS (
       SELECT FROM florin_data.targets AS target WHERE target.merchant_id = $1 AND target.livemode IN (true, false)
         AND target.network = scan.network AND target.watched_until > now())`,
    [merchant],
  );
  const scans: JoinedScan[] = [];
  for (const scan of rows) {
    const { rows: others } = await to.query(
      `SELECT FROM florin_data.targets WHERE network = $1 AND watched_until > now() AND merchant_id <> $2 LIMIT 1`,
      [scan.network, merchant],
    );
    scans.push({ ...scan, isShared: others.length > 0 });
  }
  return scans;
}

/**
 * Lets the new store watch the merchant's targets from where the old one stopped. If its cursor is further, it goes back: a
 * transfer that is read again is credited once. A scan that is under way in the new store does not know the targets, so
 * `arrivals` keeps it from moving the cursor.
 */
export async function joinScans(to: Client, scans: readonly JoinedScan[], earlier: EarlierCursor): Promise<void> {
  for (const { network, cursor, row, isShared } of scans) {
    const { rows } = await to.query<{ cursor: string }>(
      'SELECT cursor FROM florin_data.scans WHERE network = $1 FOR UPDATE',
      [network],
    );
    const [own] = rows;
    if (own && isShared) {
      // Nothing of the merchant expires before its networks are scanned that far.
      await to.query(
        `UPDATE florin_data.scans AS scan SET cursor = $2, arrivals = scan.arrivals + 1,
           scanned_until = least(scan.scanned_until, before.scanned_until),
           lagging = nullif(coalesce(scan.lagging, '{}') || coalesce(before.lagging, '{}'), '{}')
         FROM jsonb_populate_record(NULL::florin_data.scans, $3) AS before WHERE scan.network = $1`,
        [network, earlier(network, cursor, own.cursor), row],
      );
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
