import type { FinalityRequirement } from '../../domain/payments/finality-requirement.ts';
import type { PendingTransfer } from '../../ports/chain.ts';
import type { NetworkWatch } from '../../ports/payment-book.ts';
import type { Database } from '../database/database.ts';
import { listAwaitedAddresses } from './list-awaited-addresses.ts';

/** Deeper rollbacks are not followed, so the adapter does not need older final payments. */
const RECENT_BLOCKS = 200;
/** A network scanned within this time has no gap that matters. */
const RECENTLY_MS = 600_000;

interface ScanRow {
  cursor: string | null;
  scanned_until: Date | null;
  /** The tip of the last scan. Without one, the newest final payment: the older ones can be millions. */
  newest_height: string | null;
  watched: boolean;
  coin_until: Date | null;
  arrivals: string | null;
}

/** The input of a network's next scan. Every query uses an index, so the cost does not grow with open intents. */
export async function findWatch(database: Database, network: string, nowMs: number): Promise<NetworkWatch | undefined> {
  const [row] = await database.query<ScanRow>({
    name: 'find-watch',
    text: `SELECT cursor, scanned_until, watched, coin_until, arrivals, coalesce(tip_height,
             (SELECT block_height FROM florin_data.payments WHERE network = $1 AND state = 'final' AND block_height IS NOT NULL
              ORDER BY block_height DESC LIMIT 1)) AS newest_height FROM
             (SELECT EXISTS (SELECT 1 FROM florin_data.targets WHERE network = $1 AND watched_until > $2) AS watched,
               (SELECT max(coin_until) FROM florin_data.targets WHERE network = $1 AND coin_until IS NOT NULL) AS coin_until
             ) AS one
           LEFT JOIN florin_data.scans ON network = $1`,
    values: [network, new Date(nowMs)],
  });
  if (!row?.watched) return undefined;
  const pending = await listPending(database, network, Number(row.newest_height ?? 0) - RECENT_BLOCKS);
  const isRecent = row.scanned_until !== null && row.scanned_until.getTime() > nowMs - RECENTLY_MS;
  return {
    cursor: row.cursor ?? undefined,
    arrivals: Number(row.arrivals ?? 0),
    watch: {
      nowMs,
      sinceMs: isRecent ? 0 : await findSince(database, network, nowMs),
      pending,
      needsAgreement: pending.some(({ awaits }) => awaits !== undefined),
      coinUntilMs: row.coin_until?.getTime(),
      addresses: (max, which) =>
        which === 'awaited'
          ? listAwaitedAddresses(database, { network, nowMs, max })
          : listAddresses(database, network, nowMs, max),
      sinceOf: (address) => findSinceOf(database, network, address, nowMs),
    },
  };
}

async function findSince(database: Database, network: string, nowMs: number): Promise<number> {
  const [row] = await database.query<{ since: Date | null }>({
    name: 'find-watch-since',
    text: 'SELECT min(assigned_at) AS since FROM florin_data.targets WHERE network = $1 AND watched_until > $2',
    values: [network, new Date(nowMs)],
  });
  return row?.since?.getTime() ?? nowMs;
}

interface PendingRow {
  tx: string;
  spends: string[];
  block_height: string | null;
  block_time: Date | null;
  /** Null if no nodes need to agree, or the payment is final. */
  requirement: FinalityRequirement | null;
}

async function listPending(database: Database, network: string, aboveHeight: number): Promise<PendingTransfer[]> {
  const rows = await database.query<PendingRow>({
    name: 'list-pending',
    text: `SELECT DISTINCT tx, spends, block_height, block_time, requirement FROM (
             SELECT tx, spends, block_height, block_time,
               CASE WHEN requirement ->> 'agreed' = 'true' THEN requirement END AS requirement
             FROM florin_data.payments WHERE network = $1 AND state IN ('seen', 'confirmed')
             UNION ALL
             SELECT tx, spends, block_height, block_time, NULL FROM florin_data.payments
             WHERE network = $1 AND state = 'final' AND block_height > $2
           ) AS pending`,
    values: [network, aboveHeight],
  });
  return rows.map(({ tx, spends, block_height, block_time, requirement }) => ({
    tx,
    spends,
    blockHeight: block_height === null ? undefined : Number(block_height),
    awaits: requirement === null ? undefined : { requirement, blockTimeMs: block_time?.getTime() },
  }));
}

/** Reads two index entries per shared address, however many intents share it, and one per derived address. */
async function listAddresses(
  database: Database,
  network: string,
  nowMs: number,
  max: number | undefined,
): Promise<string[]> {
  const rows = await database.query<{ address: string }>({
    name: 'list-watched-addresses',
    text: `WITH RECURSIVE step (address) AS (
             (SELECT address FROM florin_data.targets WHERE network = $1 AND reference IS NOT NULL
              ORDER BY address LIMIT 1)
             UNION ALL
             SELECT (SELECT target.address FROM florin_data.targets AS target
                     WHERE target.network = $1 AND target.reference IS NOT NULL AND target.address > step.address
                     ORDER BY target.address LIMIT 1)
             FROM step WHERE step.address IS NOT NULL
           )
           (SELECT address FROM step WHERE (
             SELECT true FROM florin_data.targets AS target
             WHERE target.network = $1 AND target.address BETWEEN step.address AND step.address AND target.reference IS NOT NULL
               AND target.watched_until > $2 ORDER BY target.address LIMIT 1) LIMIT $3)
           UNION
           (SELECT address FROM florin_data.targets WHERE network = $1 AND reference IS NULL AND watched_until > $2
            ORDER BY watched_until DESC LIMIT $3)
           ORDER BY address LIMIT $3`,
    values: [network, new Date(nowMs), max === undefined ? null : max + 1],
  });
  return rows.map(({ address }) => address);
}

/** Reads the watched targets of the address, so it is asked for only when reading an address begins. */
async function findSinceOf(database: Database, network: string, address: string, nowMs: number): Promise<number> {
  const [row] = await database.query<{ since: Date | null }>({
    name: 'find-watch-since-of',
    text: `SELECT min(assigned_at) AS since FROM (
             SELECT assigned_at, watched_until FROM florin_data.targets
             WHERE network = $1 AND address = $2 AND reference IS NOT NULL
             UNION ALL
             SELECT assigned_at, watched_until FROM florin_data.targets
             WHERE network = $1 AND coalesce(reference, address) = $2 AND reference IS NULL
           ) AS target WHERE watched_until > $3`,
    values: [network, address, new Date(nowMs)],
  });
  return row?.since?.getTime() ?? nowMs;
}
