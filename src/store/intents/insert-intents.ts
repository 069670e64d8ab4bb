import type { EventType } from '../../domain/events/event.ts';
import { eventIdOf } from '../../domain/events/event-id.ts';
import { uuidOf } from '../../domain/ids.ts';
import type { Intent } from '../../domain/intents/intent.ts';
import { formatDecimal } from '../../domain/money/decimal.ts';
import { toJsonInteger } from '../../domain/money/money.ts';
import type { Idempotency } from '../../ports/intents.ts';
import type { Database, Statement } from '../database/database.ts';
import { writeEvents } from '../events/write-events.ts';

const CREATED: EventType = 'payment_intent.created';

export interface IntentRow {
  /** The UUID of the merchant. */
  merchant: string;
  intent: Intent;
  idempotency: Idempotency | undefined;
  /** Where the trace of its event continues, if it is recorded. */
  traceparent?: string | undefined;
}

/** What an intent is stored with, and of which type. */
const COLUMNS = {
  merchant_id: 'uuid',
  livemode: 'boolean',
  id: 'uuid',
  status: 'text',
  sequence: 'integer',
  created_at: 'timestamptz',
  expires_at: 'timestamptz',
  total_amount: 'bigint',
  tax_amount: 'bigint',
  tax_percent: 'smallint',
  currency: 'text',
  asset: 'text',
  crypto_amount: 'numeric',
  customer_email: 'text',
  order_id: 'text',
  warnings: 'jsonb',
  request_body: 'text',
  policy: 'jsonb',
  key: 'text',
  answer: 'text',
} as const;

const NAMES = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[];

const batchOf = (columns: Readonly<Record<string, string>>): string =>
  `input AS (SELECT * FROM jsonb_to_recordset($1::jsonb) AS row (${Object.entries(columns)
    .map((column) => column.join(' '))
    .join(', ')}))`;

/** A parameter for each column: for a single intent, PostgreSQL needs a sixth less time than for a batch of one. */
const ONE = `input AS NOT MATERIALIZED (SELECT ${NAMES.map((name, at) => `$${at + 1}::${COLUMNS[name]} AS ${name}`).join(', ')})`;

/**
 * One statement for everything: key, intent and event are written together or not at all. If a key exists, its intent
 * is skipped without failing the batch. Keys are sorted, so that two batches lock them in the same order and cannot
 * deadlock.
 */
const insertStatement = (input: string, traced = ''): string => `
WITH ${input}, claimed AS (
  INSERT INTO florin_data.idempotency_keys (merchant_id, livemode, key, intent_id, answer, created_at)
  SELECT merchant_id, livemode, key, id, answer, created_at
  FROM input WHERE key IS NOT NULL ORDER BY merchant_id, livemode, key
  ON CONFLICT DO NOTHING
  RETURNING intent_id
), opened AS (
  INSERT INTO florin_data.payment_intents (merchant_id, livemode, id, status, sequence, created_at, expires_at,
    total_amount, tax_amount, tax_percent, currency, asset, crypto_amount, customer_email, order_id, warnings, request_body,
    policy)
  SELECT merchant_id, livemode, id, status, sequence, created_at, expires_at,
    total_amount, tax_amount, tax_percent, currency, asset, crypto_amount, customer_email, order_id, warnings, request_body,
    policy
  FROM input WHERE key IS NULL OR id IN (SELECT intent_id FROM claimed)
  RETURNING merchant_id, livemode, id, status, sequence, created_at
), created AS (
  SELECT merchant_id, livemode, id AS intent_id, sequence, '${CREATED}' AS type,
    jsonb_build_object('status', status) AS changes, created_at
  FROM opened
)${traced}
${writeEvents('created')}
RETURNING intent_id`;

const INSERT_ONE = { name: 'insert-intent', text: insertStatement(ONE) };

const INSERT_BATCH = { name: 'insert-intents', text: insertStatement(batchOf(COLUMNS)) };

/** The same for a batch in which an intent's trace is recorded. */
const INSERT_TRACED = {
  name: 'insert-traced-intents',
  text: insertStatement(
    batchOf({ ...COLUMNS, event_id: 'uuid', traceparent: 'text' }),
    `, traced AS (
  INSERT INTO florin_data.event_traces (merchant_id, livemode, event_id, traceparent, created_at)
  SELECT merchant_id, livemode, event_id, traceparent, created_at FROM input
  WHERE traceparent IS NOT NULL AND id IN (SELECT id FROM opened)
)`,
  ),
};

/** True for each row that was stored, false if its idempotency key existed. */
export async function insertIntents(database: Database, rows: readonly IntentRow[]): Promise<boolean[]> {
  const records = rows.map(recordOf);
  const stored = await database.query<{ intent_id: string }>(statementOf(rows, records));
  if (stored.length === rows.length) return rows.map(() => true);
  const ids = new Set(stored.map((row) => row.intent_id));
  return records.map((record) => ids.has(record.id));
}

function statementOf(rows: readonly IntentRow[], records: readonly IntentRecord[]): Statement {
  if (rows.some(({ traceparent }) => traceparent !== undefined)) {
    return { ...INSERT_TRACED, values: [JSON.stringify(records)] };
  }
  const [record] = records;
  if (!record || records.length > 1) return { ...INSERT_BATCH, values: [JSON.stringify(records)] };
  const { warnings, policy } = record;
  const values = { ...record, warnings: JSON.stringify(warnings), policy: JSON.stringify(policy) };
  return { ...INSERT_ONE, values: NAMES.map((name) => values[name]) };
}

type IntentRecord = ReturnType<typeof recordOf>;

function recordOf({ merchant, intent, idempotency, traceparent }: IntentRow) {
  return {
    merchant_id: merchant,
    livemode: intent.livemode,
    id: uuidOf(intent.id),
    status: intent.status,
    sequence: intent.sequence,
    created_at: new Date(intent.createdAtMs).toISOString(),
    expires_at: new Date(intent.expiresAtMs).toISOString(),
    total_amount: toJsonInteger(intent.totalAmount),
    tax_amount: toJsonInteger(intent.taxAmount),
    tax_percent: intent.taxPercent,
    currency: intent.currency,
    asset: intent.asset,
    crypto_amount: formatDecimal(intent.cryptoAmount),
    customer_email: intent.customerEmail,
    order_id: intent.orderId,
    warnings: intent.warnings,
    request_body: intent.requestBody,
    policy: intent.policy,
    key: idempotency?.key,
    answer: idempotency?.answer,
    ...(traceparent !== undefined && {
      traceparent,
      event_id: uuidOf(eventIdOf(intent.id, intent.sequence, intent.createdAtMs)),
    }),
  };
}
