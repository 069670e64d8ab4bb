import { idFromUuid, uuidOf } from '../../domain/ids.ts';
import type { Scan } from '../../ports/chain.ts';
import type { IntentRef } from '../../ports/intents.ts';
import type { PaymentBook } from '../../ports/payment-book.ts';
import { isPresent } from '../data-stores/is-present.ts';
import type { Changing } from '../events/announcer.ts';
import { changeIntent } from '../intents/change-intent.ts';
import { countDust } from '../transfers/count-dust.ts';
import { countFailed } from '../transfers/count-failed.ts';
import { countUnknown } from '../transfers/count-unknown.ts';
import { deleteUnmatched } from '../transfers/delete-unmatched.ts';
import { findListed } from '../transfers/find-listed.ts';
import { recordClaim } from '../transfers/record-claim.ts';
import { recordUnmatched } from '../transfers/record-unmatched.ts';
import { findOwedByOthers } from './find-owed-by-others.ts';
import { listResidents } from './list-residents.ts';
import { listShared } from './list-shared.ts';

/** The minimum time before an overdue intent without a result is checked again. */
const CHECK_AGAIN_MS_MIN = 5_000;

interface OwnerRow {
  merchant_id: string;
  livemode: boolean;
}

interface RefRow extends OwnerRow {
  intent_id: string;
}

/** Statements of the watcher and the expiry worker for all tenants of one database, in one transaction. */
export function openPaymentBook(changing: Changing): PaymentBook {
  const { run } = changing;
  /** Leaves out merchants that have left: their rows stay for a while, and another database acts on them. */
  const present = async <Row extends OwnerRow>(rows: Row[]): Promise<Row[]> => {
    if (rows.length === 0) return rows;
    const gone = await run<{ merchant_id: string }>(`SELECT merchant_id FROM florin_data.moves WHERE state = 'left'`);
    const left = new Set(gone.map((row) => row.merchant_id));
    return left.size === 0 ? rows : rows.filter((row) => !left.has(row.merchant_id));
  };
  return {
    async advanceScan({ network, from, arrivals = 0, scan, token }) {
      // The scanned time never decreases, even if blocks are read again after a rollback.
      const moved = await run(
        `INSERT INTO florin_data.scans (network, cursor, scanned_until, tip_height, token, safe_height, finalized_height, lagging, tip_time)
         VALUES ($1, $3, $4, $5, $6, $7, $8, $9, $10)
         ON CONFLICT (network) DO UPDATE SET cursor = excluded.cursor, tip_height = excluded.tip_height,
           safe_height = excluded.safe_height, finalized_height = excluded.finalized_height, lagging = excluded.lagging,
           tip_time = excluded.tip_time,
           token = excluded.token, scanned_until = greatest(scans.scanned_until, excluded.scanned_until)
         WHERE scans.cursor = $2 AND scans.token <= excluded.token AND scans.arrivals = $11
         RETURNING network`,
        [
          network,
          from ?? null,
          scan.cursor,
          new Date(scan.scannedUntilMs),
          scan.tipHeight,
          token,
          scan.safeHeight,
          scan.finalizedHeight,
          writeLagging(scan),
          scan.tipTimeMs === undefined ? null : new Date(scan.tipTimeMs),
          arrivals,
        ],
      );
      if (moved.length === 1 && scan.rolledBackTo !== undefined) {
        // What was seen of a balance ends with the block: the balance is compared again.
        await run(
          `DELETE FROM florin_data.transfers WHERE network = $1 AND block_height > $2 AND refusal = 'unexplained'
             AND ${isPresent('merchant_id')}`,
          [network, scan.rolledBackTo],
        );
        // An unmatched transfer loses its block like a payment, and cannot be assigned before it is in a block again.
        await run(
          `UPDATE florin_data.transfers SET block_height = NULL, block_time = NULL
           WHERE network = $1 AND block_height > $2 AND ${isPresent('merchant_id')}`,
          [network, scan.rolledBackTo],
        );
      }
      return moved.length === 1;
    },

    async matchTargets(network, keys) {
      // A node of the version before writes targets without keys.
      const rows = await run<RefRow & { key: string; address: string }>(
        `SELECT key, address, merchant_id, livemode, intent_id FROM unnest($2::text[]) AS wanted (key)
         JOIN florin_data.target_keys USING (key) WHERE network = $1
         UNION
         SELECT key, address, merchant_id, livemode, intent_id FROM unnest($2::text[]) AS wanted (key)
         JOIN florin_data.targets ON network = $1 AND coalesce(reference, address) = key`,
        [network, keys],
      );
      return (await present(rows)).map((row) => ({ key: row.key, address: row.address, intent: readRef(row) }));
    },

    // The limit makes the planner look each key up: without statistics, it would read a whole network.
    async matchAmounts(network, transfers) {
      const rows = await run<RefRow & { key: string; tx: string; tx_index: number; assigned_at: Date }>(
        `SELECT sent.key, tx, tx_index, assigned_at, merchant_id, livemode, intent_id
         FROM jsonb_to_recordset($2::jsonb) AS sent (key text, tx text, tx_index integer)
         CROSS JOIN LATERAL (
           SELECT assigned_at, merchant_id, livemode, intent_id FROM florin_data.target_keys AS given
           WHERE network = $1 AND given.key = sent.key AND amount IS NOT NULL LIMIT 1
         ) AS given
         WHERE (
           SELECT true FROM florin_data.transfers AS unmatched
           WHERE unmatched.merchant_id = given.merchant_id AND unmatched.livemode = given.livemode
             AND unmatched.network = $1 AND unmatched.tx = sent.tx AND unmatched.tx_index = sent.tx_index) IS NULL`,
        [network, JSON.stringify(transfers.map(({ key, tx, index }) => ({ key, tx, tx_index: index })))],
      );
      return (await present(rows)).map((row) => ({
        key: row.key,
        tx: row.tx,
        index: row.tx_index,
        assignedAtMs: row.assigned_at.getTime(),
        intent: readRef(row),
      }));
    },

    findOwedByOthers: (network, sent) => findOwedByOthers(run, network, sent),

    async matchPayments(network, txs) {
      const rows = await run<RefRow & { tx: string; tx_index: number }>(
        `SELECT tx, tx_index, merchant_id, livemode, intent_id FROM florin_data.payments
         WHERE network = $1 AND tx = ANY($2)`,
        [network, txs],
      );
      return (await present(rows)).map((row) => ({ tx: row.tx, index: row.tx_index, intent: readRef(row) }));
    },

    listShared: (network, addresses) => listShared(run, network, addresses),
    listResidents: (merchants) => listResidents(run, merchants),

    async listMoving(network, rolledBackTo) {
      const rows = await run<RefRow>(
        `SELECT merchant_id, livemode, intent_id FROM florin_data.payments
         WHERE network = $1 AND state IN ('seen', 'confirmed')
         UNION
         SELECT merchant_id, livemode, intent_id FROM florin_data.payments
         WHERE network = $1 AND state = 'final' AND block_height > $2`,
        [network, rolledBackTo ?? null],
      );
      return (await present(rows)).map(readRef);
    },

    findListed: (network, transfers) => findListed(run, network, transfers),
    countFailed: (intents) => countFailed(run, intents),
    countUnknown: (merchants, sinceMs) => countUnknown(run, merchants, sinceMs),

    async recordUnmatched(network, unmatched, atMs) {
      await recordUnmatched(run, network, unmatched, atMs);
    },

    recordClaim: (claim, atMs) => recordClaim(run, claim, atMs),
    countDust: (network, dust) => countDust(run, network, dust),
    deleteUnmatched: (before, limit) => deleteUnmatched(run, before, limit),

    // The longer an intent has been overdue, the less often it is checked, so an unavailable network costs little.
    async takeOverdue(nowMs, limit) {
      const rows = await run<RefRow>(
        `UPDATE florin_data.payment_intents AS intent
         SET look_at = $1::timestamptz + greatest($3 * interval '1 ms', ($1 - expires_at) / 1000)
         FROM (
           SELECT merchant_id, livemode, id FROM florin_data.payment_intents
           WHERE (status IN ('requires_payment', 'processing', 'partially_paid') OR review_cause = 'unseen')
             AND coalesce(look_at, expires_at) <= $1 AND expires_at <= $1
             AND ${isPresent('merchant_id')}
           ORDER BY coalesce(look_at, expires_at) LIMIT $2 FOR UPDATE SKIP LOCKED
         ) AS overdue
         WHERE (intent.merchant_id, intent.livemode, intent.id) = (overdue.merchant_id, overdue.livemode, overdue.id)
         RETURNING intent.merchant_id, intent.livemode, intent.id AS intent_id`,
        [new Date(nowMs), limit, CHECK_AGAIN_MS_MIN],
      );
      return rows.map(readRef);
    },

    async takeUnnumbered(limit) {
      const rows = await run<RefRow>(
        `SELECT merchant_id, livemode, id AS intent_id FROM florin_data.payment_intents
         WHERE status = 'succeeded' AND NOT numbered
           AND ${isPresent('merchant_id')}
         ORDER BY merchant_id, livemode, id LIMIT $1 FOR UPDATE SKIP LOCKED`,
        [limit],
      );
      return rows.map(readRef);
    },

    changeIntent: (ref, atMs, change) =>
      changeIntent(changing, { merchant: uuidOf(ref.merchantId), livemode: ref.livemode }, ref.id, atMs, change),
  };
}

function writeLagging({ lagging = [] }: Scan): string | null {
  const times = lagging.map(({ address, scannedUntilMs }) => [address, new Date(scannedUntilMs)]);
  return times.length === 0 ? null : JSON.stringify(Object.fromEntries(times));
}

const readOwner = (row: OwnerRow) => ({ merchantId: idFromUuid('mer', row.merchant_id), livemode: row.livemode });

const readRef = (row: RefRow): IntentRef => ({ ...readOwner(row), id: idFromUuid('pi', row.intent_id) });
