import type { Client } from 'pg';

/** The merchant cannot be switched at this moment, and nothing has happened. */
export class NotNow extends Error {}

/** How far a network was scanned in the old store, for a merchant that leaves. */
export interface JoinedScan {
  network: string;
  cursor: string;
  /** The whole row. */
  row: { arrivals: number };
  /**
   * How many arrivals the new store has counted, if it watches nobody else on the network. If there are more at the switch,
   * it does.
   */
  arrivalsIfAlone: number | undefined;
}

/** A cursor that has read nothing that one of these has not read. */
export type EarlierCursor = (network: string, one: string, other: string) => string;

type ScanRow = Pick<JoinedScan, 'cursor' | 'row'>;

/**
 * Reads the scans before writes are held, because it may take long. What is read here stays right: the old store only goes
 * on from these cursors, and targets that others get later in the new store are not paid before these blocks.
 */
export async function readScans(from: Client, to: Client, merchant: string): Promise<JoinedScan[]> {
  const { rows } = await from.query<{ network: string } & Partial<ScanRow>>(
    `SELECT network, cursor, to_jsonb(scan) AS row FROM (
       SELECT DISTINCT network FROM florin_data.targets
       WHERE merchant_id = $1 AND livemode IN (true, false) AND watched_until > now()) AS watched
     LEFT JOIN florin_data.scans AS scan USING (network)`,
    [merchant],
  );
  const scans: JoinedScan[] = [];
  for (const { network, cursor, row } of rows) {
    if (!cursor || !row) throw new NotNow(`The old store has not looked for payments on ${network} yet.`);
    const { rows: found } = await to.query<{ arrivals: number | null; is_shared: boolean }>(
      `SELECT (SELECT arrivals::int FROM florin_data.scans WHERE network = $1) AS arrivals,
         EXISTS (SELECT FROM florin_data.targets WHERE network = $1 AND watched_until > now() AND merchant_id <> $2) AS is_shared`,
      [network, merchant],
    );
    const [there] = found;
    // The cursor of the old store may be past what those others were paid before their first scan.
    if (there?.is_shared && there.arrivals === null)
      throw new NotNow(`The new store has not looked for payments on ${network} yet.`);
    scans.push({ network, cursor, row, arrivalsIfAlone: there?.is_shared ? undefined : (there?.arrivals ?? 0) });
  }
  return scans;
}

/**
 * Lets the new store watch the merchant's targets from where the old one stopped. If its cursor is further, it goes back: a
 * transfer that is read again is credited once. A scan that is under way in the new store does not know the targets, so
 * `arrivals` keeps it from moving the cursor. Another merchant may have arrived since the scans were read.
 */
export async function joinScans(to: Client, scans: readonly JoinedScan[], earlier: EarlierCursor): Promise<void> {
  for (const { network, cursor, row, arrivalsIfAlone } of scans) {
    const inserted = await to.query(
      `INSERT INTO florin_data.scans SELECT * FROM jsonb_populate_record(NULL::florin_data.scans, $1)
       ON CONFLICT (network) DO NOTHING`,
      [{ ...row, arrivals: row.arrivals + 1 }],
    );
    if (inserted.rowCount === 1) continue;
    const { rows } = await to.query<{ cursor: string; arrivals: number }>(
      'SELECT cursor, arrivals::int FROM florin_data.scans WHERE network = $1 FOR UPDATE',
      [network],
    );
    const [own] = rows;
    if (own && own.arrivals === arrivalsIfAlone) {
      // Nobody else is watched here, so there is nothing to miss.
      await to.query(
        `UPDATE florin_data.scans AS scan SET cursor = before.cursor, tip_height = before.tip_height,
           safe_height = before.safe_height, finalized_height = before.finalized_height, lagging = before.lagging,
           tip_time = before.tip_time, scanned_until = before.scanned_until, arrivals = scan.arrivals + 1
         FROM jsonb_populate_record(NULL::florin_data.scans, $2) AS before WHERE scan.network = $1`,
        [network, row],
      );
    } else if (own) {
      // Nothing of the merchant expires before its networks are scanned that far.
      await to.query(
        `UPDATE florin_data.scans AS scan SET cursor = $2, arrivals = scan.arrivals + 1,
           scanned_until = least(scan.scanned_until, before.scanned_until),
           lagging = nullif(coalesce(scan.lagging, '{}') || coalesce(before.lagging, '{}'), '{}')
         FROM jsonb_populate_record(NULL::florin_data.scans, $3) AS before WHERE scan.network = $1`,
        [network, earlier(network, cursor, own.cursor), row],
      );
    }
  }
}

/**
 * Keeps in the old store how far it had scanned: until it is opened again, if it ever is, it passes over payments to the
 * merchant.
 */
export async function parkScans(from: Client, merchant: string, scans: readonly JoinedScan[]): Promise<void> {
  await from.query(
    `INSERT INTO florin_data.parked_rows (merchant_id, table_name, contents)
     SELECT $1, 'scans', parked FROM jsonb_array_elements($2::jsonb) AS parked`,
    [merchant, JSON.stringify(scans.map(({ row }) => row))],
  );
}

/** Lets the old store look again for what was paid to the merchant while it was closed to it. */
export async function rejoinScans(from: Client, merchant: string, earlier: EarlierCursor): Promise<void> {
  const { rows } = await from.query<{ row: JoinedScan['row'] & Pick<JoinedScan, 'network' | 'cursor'> }>(
    `DELETE FROM florin_data.parked_rows WHERE merchant_id = $1 AND table_name = 'scans' RETURNING contents AS row`,
    [merchant],
  );
  const scans = rows.map(({ row }) => ({ network: row.network, cursor: row.cursor, row, arrivalsIfAlone: undefined }));
  await joinScans(from, scans, earlier);
}
