import { type IntentId, uuidOf } from '../../domain/ids.ts';
import type { Intent } from '../../domain/intents/intent.ts';
import { formatDecimal } from '../../domain/money/decimal.ts';
import { confirmationsRequired } from '../../domain/payments/finality-requirement.ts';
import type { Payment } from '../../domain/payments/payment.ts';
import type { IntentChange } from '../../ports/intents.ts';
import { writeAuditRecord } from '../audit/write-audit-record.ts';
import type { Run } from '../database/database.ts';
import type { Changing } from '../events/announcer.ts';
import { writeEvents } from '../events/write-events.ts';
import { INTENT_COLUMNS, readIntent, type SelectedIntent } from './read-intent.ts';
import { traceChange } from './trace-change.ts';

/** Numbers the events from the intent's previous sequence on. */
const CHANGE_EVENTS = writeEvents(
  `(SELECT $1::uuid AS merchant_id, $2::boolean AS livemode, $3::uuid AS intent_id, $4 + position AS sequence,
      event ->> 'type' AS type, event -> 'changes' AS changes, $6::timestamptz AS created_at
    FROM jsonb_array_elements($5::jsonb) WITH ORDINALITY AS list (event, position)) AS caused`,
);

/** The merchant and mode of rows, in the form of the database. */
export interface Tenancy {
  merchant: string;
  livemode: boolean;
}

/**
 * Reads an intent under a lock, changes it, and writes its row, its new payments and its events, which continue its
 * sequence.
 */
export async function changeIntent(
  { run, note, order, tracer }: Changing,
  { merchant, livemode }: Tenancy,
  id: IntentId,
  atMs: number,
  change: IntentChange,
): Promise<Intent | undefined> {
  const key = [merchant, livemode, uuidOf(id)];
  const [row] = await run<SelectedIntent>(
    `SELECT ${INTENT_COLUMNS} FROM florin_data.payment_intents
     WHERE merchant_id = $1 AND livemode = $2 AND id = $3 FOR UPDATE`,
    key,
  );
  if (!row) return undefined;
  const before = readIntent(row);
  const changed = change(before);
  if (!changed) return before;
  const { intent, events, audit, document } = changed;
  const payments = intent.payments.filter((payment) => !before.payments.includes(payment));
  if (payments.length > 0) await writePayments(run, key, payments);
  await run(
    `UPDATE florin_data.payment_intents SET status = $4, sequence = $5, expires_at = $6, canceled_at = $7,
       decision = $8, decision_reason = $9, decided_at = $10, settled_with = $11, doubts = $12,
       review_cause = $13, review_from = $14, flags = $15, settled_by = $16, numbered = coalesce($17, numbered),
       decided_payments = $18
     WHERE merchant_id = $1 AND livemode = $2 AND id = $3`,
    [
      ...key,
      intent.status,
      intent.sequence,
      new Date(intent.expiresAtMs),
      timeOf(intent.canceledAtMs),
      intent.decision?.kind,
      intent.decision?.reason,
      timeOf(intent.decision?.atMs),
      intent.settledWith === undefined ? null : formatDecimal(intent.settledWith),
      intent.ambiguousTransfers,
      intent.review?.cause,
      intent.review?.from,
      intent.flags,
      intent.settledBy,
      document && document.kind === 'invoice',
      intent.decision?.payments,
    ],
  );
  if (document) order({ merchant, livemode, intent, order: document });
  note([merchant, livemode, uuidOf(id), intent.sequence, intent.status]);
  if (audit) await writeAuditRecord(run, [merchant, livemode], audit, atMs);
  if (events.length > 0) {
    const write = () => run(CHANGE_EVENTS, [...key, before.sequence, JSON.stringify(events), new Date(atMs)]);
    const count = events.length;
    if (tracer) await traceChange({ run, tracer }, { merchant, intent, after: before.sequence, count, atMs }, write);
    else await write();
  }
  return intent;
}

const timeOf = (ms: number | undefined) => (ms === undefined ? null : new Date(ms));

async function writePayments(run: Run, key: unknown[], payments: readonly Payment[]): Promise<void> {
  await run(
    `INSERT INTO florin_data.payments (merchant_id, livemode, intent_id, network, tx, tx_index, block_height,
       confirmations, required, state, void_reason, asset, amount, tail, spends, reorged, first_seen_at, missing_since,
       requirement, block_time)
     SELECT $1, $2, $3, network, tx, tx_index, block_height, confirmations, required, state, void_reason, asset, amount,
       tail, ARRAY(SELECT jsonb_array_elements_text(spends)), reorged, first_seen_at, missing_since, requirement,
       block_time
     FROM jsonb_to_recordset($4::jsonb) AS payment (network text, tx text, tx_index integer, block_height bigint,
       confirmations integer, required integer, state text, void_reason text, asset text, amount numeric, tail numeric,
       spends jsonb, reorged boolean, first_seen_at timestamptz, missing_since timestamptz, requirement jsonb,
       block_time timestamptz)
     ON CONFLICT (merchant_id, livemode, intent_id, network, tx, tx_index) DO UPDATE
       SET block_height = excluded.block_height, block_time = excluded.block_time,
         confirmations = excluded.confirmations, state = excluded.state, void_reason = excluded.void_reason,
         reorged = excluded.reorged, missing_since = excluded.missing_since, asset = excluded.asset,
         amount = excluded.amount, tail = excluded.tail`,
    [...key, JSON.stringify(payments.map(recordOf))],
  );
}

const recordOf = (payment: Payment) => ({
  network: payment.network,
  tx: payment.tx,
  tx_index: payment.index,
  block_height: payment.blockHeight,
  block_time: timeOf(payment.blockTimeMs),
  confirmations: payment.confirmations,
  required: confirmationsRequired(payment.requirement),
  requirement: payment.requirement,
  state: payment.state,
  void_reason: payment.voidReason,
  asset: payment.asset,
  amount: formatDecimal(payment.amount),
  tail: formatDecimal(payment.tail),
  spends: payment.spends,
  reorged: payment.reorged,
  first_seen_at: new Date(payment.firstSeenAtMs).toISOString(),
  missing_since: timeOf(payment.missingSinceMs),
});
