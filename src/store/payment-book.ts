import { formatDecimal } from '../domain/decimal.ts';
import { idFromUuid, uuidOf } from '../domain/ids.ts';
import { paymentStateAt } from '../domain/payment.ts';
import type { IntentRef, PaymentBook, PaymentNews, Transfer } from '../payment-ports.ts';
import { changeIntent } from './change-intent.ts';
import type { Run } from './database.ts';
import { readPayment } from './read-intent.ts';

/** After so long an intent whose time is over and that stayed open is looked at again. */
const LOOK_AGAIN_MS = 5_000;

interface RefRow {
  merchant_id: string;
  livemode: boolean;
  intent_id: string;
}

type NewsRow = RefRow & { payment: Parameters<typeof readPayment>[0] };

const PAYMENT = `json_build_object('network', payment.network, 'tx', payment.tx, 'index', payment.tx_index,
  'blockHeight', payment.block_height, 'confirmations', payment.confirmations, 'required', payment.required,
  'state', payment.state, 'asset', payment.asset, 'amount', payment.amount::text,
  'firstSeenAt', payment.first_seen_at) AS payment`;

/** The statements of the watcher and the expiry over all tenants of one database, in one transaction. */
export function openPaymentBook(run: Run): PaymentBook {
  return {
    async advanceScan(network, from, scan) {
      const moved = await run(
        `INSERT INTO florin_data.scans (network, cursor, scanned_until) VALUES ($1, $3, $4)
         ON CONFLICT (network) DO UPDATE SET cursor = excluded.cursor, scanned_until = excluded.scanned_until
         WHERE scans.cursor = $2
         RETURNING network`,
        [network, from ?? null, scan.cursor, new Date(scan.scannedUntilMs)],
      );
      return moved.length === 1;
    },

    async recordTransfers(network, transfers) {
      if (transfers.length === 0) return [];
      const rows = await run<NewsRow>(
        `INSERT INTO florin_data.payments AS payment (merchant_id, livemode, intent_id, network, tx, tx_index,
           block_height, confirmations, required, state, asset, amount, first_seen_at)
         SELECT target.merchant_id, target.livemode, target.intent_id, $1, tx, tx_index,
           block_height, confirmations, required, state, asset, amount, first_seen_at
         FROM jsonb_to_recordset($2::jsonb) AS transfer (tx text, tx_index integer, address text, block_height bigint,
           confirmations integer, required integer, state text, asset text, amount numeric, first_seen_at timestamptz)
         JOIN florin_data.targets AS target ON target.network = $1 AND target.address = transfer.address
         ON CONFLICT (merchant_id, livemode, intent_id, network, tx, tx_index) DO UPDATE
           SET block_height = excluded.block_height, confirmations = excluded.confirmations, state = excluded.state
           WHERE payment.state <> excluded.state AND payment.state <> 'final'
         RETURNING merchant_id, livemode, intent_id, ${PAYMENT}`,
        [network, JSON.stringify(transfers.map(recordOf))],
      );
      return rows.map(readNews);
    },

    async confirmPayments(network, tipHeight) {
      const rows = await run<NewsRow>(
        `WITH before AS (
           SELECT merchant_id, livemode, intent_id, network, tx, tx_index, state,
             least($2 - block_height + 1, required) AS depth
           FROM florin_data.payments
           WHERE network = $1 AND state IN ('seen', 'confirmed') AND block_height <= $2
           FOR UPDATE
         ), confirmed AS (
           UPDATE florin_data.payments AS payment SET confirmations = before.depth,
             state = CASE WHEN before.depth >= payment.required THEN 'final' ELSE 'confirmed' END
           FROM before WHERE (payment.merchant_id, payment.livemode, payment.intent_id, payment.network, payment.tx,
             payment.tx_index) = (before.merchant_id, before.livemode, before.intent_id, before.network, before.tx,
             before.tx_index) AND payment.confirmations <> before.depth
           RETURNING payment.*, before.state AS former
         )
         SELECT merchant_id, livemode, intent_id, ${PAYMENT} FROM confirmed AS payment WHERE former <> state`,
        [network, tipHeight],
      );
      return rows.map(readNews);
    },

    async takeOverdue(nowMs, limit) {
      const rows = await run<RefRow>(
        `UPDATE florin_data.payment_intents AS intent SET look_at = $3
         FROM (
           SELECT merchant_id, livemode, id FROM florin_data.payment_intents
           WHERE status IN ('requires_payment', 'processing', 'partially_paid')
             AND coalesce(look_at, expires_at) <= $1 AND expires_at <= $1
           ORDER BY coalesce(look_at, expires_at) LIMIT $2 FOR UPDATE SKIP LOCKED
         ) AS overdue
         WHERE (intent.merchant_id, intent.livemode, intent.id) = (overdue.merchant_id, overdue.livemode, overdue.id)
         RETURNING intent.merchant_id, intent.livemode, intent.id AS intent_id`,
        [new Date(nowMs), limit, new Date(nowMs + LOOK_AGAIN_MS)],
      );
      return rows.map(readRef);
    },

    changeIntent: (ref, atMs, change) =>
      changeIntent(run, { merchant: uuidOf(ref.merchantId), livemode: ref.livemode }, ref.id, atMs, change),
  };
}

function recordOf(transfer: Transfer) {
  return {
    tx: transfer.tx,
    tx_index: transfer.index,
    address: transfer.address,
    block_height: transfer.blockHeight,
    confirmations: Math.min(transfer.confirmations, transfer.required),
    required: transfer.required,
    state: paymentStateAt(transfer.confirmations, transfer.required),
    asset: transfer.asset,
    amount: formatDecimal(transfer.amount),
    first_seen_at: new Date(transfer.firstSeenAtMs).toISOString(),
  };
}

const readRef = (row: RefRow): IntentRef => ({
  merchantId: idFromUuid('mer', row.merchant_id),
  livemode: row.livemode,
  id: idFromUuid('pi', row.intent_id),
});

const readNews = (row: NewsRow): PaymentNews => ({ intent: readRef(row), payment: readPayment(row.payment) });
