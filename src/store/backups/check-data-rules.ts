import { INTENT_STATUSES } from '../../domain/intents/intent-status.ts';
import type { RestoreTarget } from '../../ports/backups.ts';
import type { Run } from '../database/database.ts';

interface DataRule {
  rule: string;
  /** Finds the rows that break it, with one column, `what`. */
  sql: string;
}

const STATUSES = Object.keys(INTENT_STATUSES)
  .map((status) => `'${status}'`)
  .join(', ');

const SAME_INTENT = 'i.merchant_id = x.merchant_id AND i.livemode = x.livemode AND i.id = x.intent_id';

const belongsToIntent = (table: string): string =>
  `SELECT x.intent_id AS what FROM ${table} x LEFT JOIN florin_data.payment_intents i ON ${SAME_INTENT} WHERE i.id IS NULL`;

/** Rules that hold in every data plane at any moment, because one transaction writes what belongs together. */
const RULES: readonly DataRule[] = [
  {
    rule: 'every intent has a known status',
    sql: `SELECT i.id AS what FROM florin_data.payment_intents i WHERE i.status NOT IN (${STATUSES})`,
  },
  {
    rule: 'the events of an intent are numbered from 1 to its sequence without a gap',
    sql: `SELECT i.id AS what FROM florin_data.payment_intents i LEFT JOIN florin_data.events x ON ${SAME_INTENT}
          GROUP BY i.merchant_id, i.livemode, i.id, i.sequence
          HAVING count(x.sequence) <> i.sequence OR min(x.sequence) <> 1 OR max(x.sequence) <> i.sequence`,
  },
  {
    rule: 'the last status in the events is the status',
    sql: `SELECT i.id AS what FROM florin_data.payment_intents i
          WHERE i.status IS DISTINCT FROM (
            SELECT x.changes->>'status' FROM florin_data.events x
            WHERE ${SAME_INTENT} AND x.changes ? 'status' ORDER BY x.sequence DESC LIMIT 1)`,
  },
  { rule: 'every event belongs to an intent', sql: belongsToIntent('florin_data.events') },
  { rule: 'every payment belongs to an intent', sql: belongsToIntent('florin_data.payments') },
  { rule: 'every payment target belongs to an intent', sql: belongsToIntent('florin_data.targets') },
  { rule: 'every idempotency key belongs to an intent', sql: belongsToIntent('florin_data.idempotency_keys') },
  {
    rule: 'an intent that succeeded has received what settled it, or a person accepted it',
    sql: `SELECT i.id AS what FROM florin_data.payment_intents i
          WHERE i.status = 'succeeded' AND i.decision IS DISTINCT FROM 'accepted' AND i.settled_with > (
            SELECT coalesce(sum(x.amount), 0) FROM florin_data.payments x
            WHERE ${SAME_INTENT} AND x.asset = i.asset AND x.state = 'final')`,
  },
  {
    rule: 'a transfer is a payment or unmatched, and not both',
    sql: `SELECT p.tx AS what FROM florin_data.payments p JOIN florin_data.transfers t
            ON t.network = p.network AND t.tx = p.tx AND t.tx_index = p.tx_index
          WHERE t.assigned_to IS DISTINCT FROM p.intent_id AND p.void_reason IS DISTINCT FROM 'replaced'`,
  },
  {
    rule: 'no invoice has a number that is issued again',
    sql: `SELECT v.number AS what FROM florin_data.invoices v LEFT JOIN florin_data.invoice_series s
            ON s.merchant_id = v.merchant_id AND s.livemode = v.livemode
          WHERE s.last_number IS NULL
            OR CASE v.kind WHEN 'invoice' THEN s.last_number ELSE s.last_credit_note END < v.number`,
  },
  {
    rule: 'no event has a number that is issued again',
    sql: `SELECT o.number AS what FROM florin_data.numbered_events o LEFT JOIN florin_data.event_counters c
            ON c.merchant_id = o.merchant_id AND c.livemode = o.livemode
          WHERE c.last_number IS NULL OR c.last_number < o.number`,
  },
  {
    rule: 'every numbered event of an intent is in its history',
    sql: `SELECT o.number AS what FROM florin_data.numbered_events o LEFT JOIN florin_data.events e
            ON e.merchant_id = o.merchant_id AND e.livemode = o.livemode AND e.intent_id = o.intent_id
              AND e.sequence = o.sequence
          WHERE o.intent_id IS NOT NULL AND e.intent_id IS NULL`,
  },
];

/**
 * Reads whole tables, so it is for a database that serves nobody yet. With the UUID of a merchant, it reads only the rows of
 * that merchant.
 */
export async function checkDataRules(run: Run, merchant?: string): ReturnType<RestoreTarget['checkRules']> {
  const own = `(SELECT * FROM florin_data.$1 WHERE merchant_id = '${merchant}' AND livemode IN (true, false))`;
  const broken = [];
  for (const { rule, sql } of RULES) {
    const query = merchant === undefined ? sql : sql.replaceAll(/florin_data\.(\w+)/g, own);
    const [found] = await run<{ rows: number; example: string | null }>(
      `SELECT count(*)::int AS rows, min(what::text) AS example FROM (${query}) AS broken`,
    );
    if (found && found.rows > 0) broken.push({ rule, rows: found.rows, example: found.example ?? '' });
  }
  return { rules: RULES.length, broken };
}
