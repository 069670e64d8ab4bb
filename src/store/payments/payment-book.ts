import { idFromUuid, uuidOf } from '../../domain/ids.ts';
import { formatDecimal } from '../../domain/money/decimal.ts';
import type { Scan } from '../../ports/chain.ts';
import type { IntentRef } from '../../ports/intents.ts';
import type { PaymentBook } from '../../ports/payment-book.ts';
import type { NewUnmatchedTransfer } from '../../ports/transfers.ts';
import type { Run } from '../database/database.ts';
import { changeIntent } from '../intents/change-intent.ts';
import { countDust } from '../transfers/count-dust.ts';
import { deleteUnmatched } from '../transfers/delete-unmatched.ts';
import { findListed } from '../transfers/find-listed.ts';
import { recordClaim } from '../transfers/record-claim.ts';

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
export function openPaymentBook(run: Run): PaymentBook {
  return {
    async advanceScan({ network, from, scan, token }) {
      // The scanned time never decreases, even if blocks are read again after a rollback.
      const moved = await run(
        `INSERT INTO florin_data.scans (network, cursor, scanned_until, tip_height, token, safe_height, finalized_height, lagging)
         VALUES ($1, $3, $4, $5, $6, $7, $8, $9)
         ON CONFLICT (network) DO UPDATE SET cursor = excluded.cursor, tip_height = excluded.tip_height,
           safe_height = excluded.safe_height, finalized_height = excluded.finalized_height, lagging = excluded.lagging,
           token = excluded.token, scanned_until = greatest(scans.scanned_until, excluded.scanned_until)
         WHERE scans.cursor = $2 AND scans.token <= excluded.token
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
        ],
      );
      if (moved.length === 1 && scan.rolledBackTo !== undefined) {
        // An unmatched transfer loses its block like a payment, and cannot be assigned before it is in a block again.
        await run(
          `UPDATE florin_data.transfers SET block_height = NULL, block_time = NULL
           WHERE network = $1 AND block_height > $2`,
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
      return rows.map((row) => ({ key: row.key, address: row.address, intent: readRef(row) }));
    },

    async matchAmounts(network, transfers) {
      const rows = await run<RefRow & { key: string; tx: string; tx_index: number; assigned_at: Date }>(
        `SELECT key, tx, tx_index, assigned_at, merchant_id, livemode, intent_id
         FROM jsonb_to_recordset($2::jsonb) AS sent (key text, tx text, tx_index integer)
         JOIN florin_data.target_keys USING (key)
         WHERE network = $1 AND kind = 'amount' AND (
           SELECT true FROM florin_data.transfers AS unmatched
           WHERE unmatched.merchant_id = target_keys.merchant_id AND unmatched.livemode = target_keys.livemode
             AND unmatched.network = $1 AND unmatched.tx = sent.tx AND unmatched.tx_index = sent.tx_index) IS NULL`,
        [network, JSON.stringify(transfers.map(({ key, tx, index }) => ({ key, tx, tx_index: index })))],
      );
      return rows.map((row) => ({
        key: row.key,
        tx: row.tx,
        index: row.tx_index,
        assignedAtMs: row.assigned_at.getTime(),
        intent: readRef(row),
      }));
    },

    async matchPayments(network, txs) {
      const rows = await run<RefRow & { tx: string; tx_index: number }>(
        `SELECT tx, tx_index, merchant_id, livemode, intent_id FROM florin_data.payments
         WHERE network = $1 AND tx = ANY($2)`,
        [network, txs],
      );
      return rows.map((row) => ({ tx: row.tx, index: row.tx_index, intent: readRef(row) }));
    },

    // Former holders of an address (`disownTargets`) count only where there is no other one.
    async ownersOf(network, addresses) {
      const rows = await run<OwnerRow & { address: string }>(
        `SELECT wanted.address, owner.merchant_id, owner.livemode FROM unnest($2::text[]) AS wanted (address)
         CROSS JOIN LATERAL (
           (SELECT merchant_id, livemode FROM florin_data.targets AS target
            WHERE target.network = $1 AND target.address = wanted.address AND reference IS NOT NULL
              AND wallet IS NULL LIMIT 1)
           UNION ALL
           (SELECT merchant_id, livemode FROM florin_data.targets AS target
            WHERE target.network = $1 AND target.address = wanted.address AND reference IS NOT NULL LIMIT 1)
           LIMIT 1
         ) AS owner`,
        [network, addresses],
      );
      return rows.map((row) => ({ address: row.address, owner: readOwner(row) }));
    },

    async listMoving(network, rolledBackTo) {
      const rows = await run<RefRow>(
        `SELECT merchant_id, livemode, intent_id FROM florin_data.payments
         WHERE network = $1 AND state IN ('seen', 'confirmed')
         UNION
         SELECT merchant_id, livemode, intent_id FROM florin_data.payments
         WHERE network = $1 AND state = 'final' AND block_height > $2`,
        [network, rolledBackTo ?? null],
      );
      return rows.map(readRef);
    },

    findListed: (network, transfers) => findListed(run, network, transfers),

    // A block decides about a transfer: what looked like dust in the mempool may have failed.
    async recordUnmatched(network, unmatched, atMs) {
      if (unmatched.length === 0) return;
      await run(
        `INSERT INTO florin_data.transfers (merchant_id, livemode, id, network, tx, tx_index, address, asset, token,
           amount, block_height, block_time, refusal, intent_id, first_seen_at, kept_at)
         SELECT merchant_id, livemode, id, $1, tx, tx_index, address, asset, token, amount, block_height, block_time,
           refusal, intent_id, first_seen_at, $3
         FROM jsonb_to_recordset($2::jsonb) AS transfer (merchant_id uuid, livemode boolean, id uuid, tx text,
           tx_index integer, address text, asset text, token text, amount numeric, block_height bigint,
           block_time timestamptz, refusal text, intent_id uuid, first_seen_at timestamptz)
         ON CONFLICT (merchant_id, livemode, network, tx, tx_index) DO UPDATE
           SET block_height = coalesce(excluded.block_height, transfers.block_height),
             block_time = coalesce(excluded.block_time, transfers.block_time),
             kept_at = greatest(excluded.kept_at, transfers.kept_at),
             intent_id = coalesce(transfers.intent_id, excluded.intent_id),
             refusal = CASE WHEN excluded.block_height IS NULL THEN transfers.refusal ELSE excluded.refusal END`,
        [network, JSON.stringify(withoutDuplicates(unmatched).map(recordOf)), new Date(atMs)],
      );
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
           ORDER BY coalesce(look_at, expires_at) LIMIT $2 FOR UPDATE SKIP LOCKED
         ) AS overdue
         WHERE (intent.merchant_id, intent.livemode, intent.id) = (overdue.merchant_id, overdue.livemode, overdue.id)
         RETURNING intent.merchant_id, intent.livemode, intent.id AS intent_id`,
        [new Date(nowMs), limit, CHECK_AGAIN_MS_MIN],
      );
      return rows.map(readRef);
    },

    changeIntent: (ref, atMs, change) =>
      changeIntent(run, { merchant: uuidOf(ref.merchantId), livemode: ref.livemode }, ref.id, atMs, change),
  };
}

function writeLagging({ lagging = [] }: Scan): string | null {
  const times = lagging.map(({ address, scannedUntilMs }) => [address, new Date(scannedUntilMs)]);
  return times.length === 0 ? null : JSON.stringify(Object.fromEntries(times));
}

/** One statement cannot update the same row twice. */
function withoutDuplicates(unmatched: readonly NewUnmatchedTransfer[]): NewUnmatchedTransfer[] {
  const named = unmatched.map((one) => [
    `${one.merchantId} ${one.livemode} ${one.transfer.tx}:${one.transfer.index}`,
    one,
  ]);
  return [...new Map(named as [string, NewUnmatchedTransfer][]).values()];
}

const recordOf = ({ id, merchantId, livemode, intentId, transfer, reason }: NewUnmatchedTransfer) => ({
  merchant_id: uuidOf(merchantId),
  livemode,
  id: uuidOf(id),
  tx: transfer.tx,
  tx_index: transfer.index,
  address: transfer.address,
  asset: transfer.asset,
  token: transfer.token,
  amount: formatDecimal(transfer.amount),
  block_height: transfer.blockHeight,
  block_time: transfer.blockTimeMs === undefined ? null : new Date(transfer.blockTimeMs).toISOString(),
  refusal: reason,
  intent_id: intentId === undefined ? null : uuidOf(intentId),
  first_seen_at: new Date(transfer.firstSeenAtMs).toISOString(),
});

const readOwner = (row: OwnerRow) => ({ merchantId: idFromUuid('mer', row.merchant_id), livemode: row.livemode });

const readRef = (row: RefRow): IntentRef => ({ ...readOwner(row), id: idFromUuid('pi', row.intent_id) });
