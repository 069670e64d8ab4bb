import { idFromUuid } from '../../domain/ids.ts';
import type { Intent } from '../../domain/intents/intent.ts';
import type { IntentRequest } from '../../domain/intents/intent-request.ts';
import type { IntentStatus } from '../../domain/intents/intent-status.ts';
import type { Decision, Flag, ReviewCause } from '../../domain/intents/review.ts';
import type { Warning } from '../../domain/intents/warnings.ts';
import type { PolicySettings } from '../../domain/merchants/settings.ts';
import { parseDecimal } from '../../domain/money/decimal.ts';
import { fiatAmount } from '../../domain/money/money.ts';
import type { FinalityRequirement } from '../../domain/payments/finality-requirement.ts';
import type { Payment, PaymentState, VoidReason } from '../../domain/payments/payment.ts';
import type { AssignedTarget, TargetMatch } from '../../domain/payments/payment-target.ts';

/**
 * A row of `targets AS target`. If a target is matched by its amount and has no reference, its intent's ID stands in for
 * one, because the column tells shared addresses apart and its index wants something unique. Asking for keys with an amount
 * instead of `kind = 'amount'` keeps the planner off the index of amounts, where it would read a whole network.
 */
export const TARGET_JSON = `json_build_object('network', network, 'address', address,
  'reference', nullif(reference, intent_id::text),
  'matchedBy', coalesce(matched_by, CASE WHEN reference IS NULL THEN 'address' WHEN reference = intent_id::text THEN 'amount'
    ELSE 'reference' END),
  'required', required, 'requirement', requirement, 'decimals', decimals, 'assignedAt', assigned_at,
  'amounts', CASE WHEN reference IS NOT NULL THEN (
    SELECT json_agg(json_build_object('amount', given.amount::text, 'tail', given.tail::text)
      ORDER BY given.assigned_at, given.amount)
    FROM florin_data.target_keys AS given
    WHERE given.merchant_id = target.merchant_id AND given.livemode = target.livemode
      AND given.intent_id = target.intent_id AND given.network = target.network AND given.amount IS NOT NULL) END,
  'scannedUntil', least(scanned_until, (lagging ->> address)::timestamptz))`;

const COLUMNS = `id, livemode, status, sequence, created_at, expires_at, total_amount::text, tax_amount::text,
  tax_percent, currency, asset, crypto_amount::text, customer_email, order_id, warnings, policy,
  canceled_at, decision, decision_reason, decided_at, decided_payments, settled_with::text, settled_by, doubts, review_cause, review_from, flags,
  (SELECT coalesce(json_agg(json_build_object('network', network, 'tx', tx, 'index', tx_index,
     'blockHeight', block_height, 'blockTime', block_time, 'confirmations', confirmations, 'required', required, 'requirement', requirement, 'state', state,
     'voidReason', void_reason, 'asset', asset, 'amount', amount::text, 'spends', spends, 'reorged', reorged,
     'tail', tail::text, 'firstSeenAt', first_seen_at, 'missingSince', missing_since) ORDER BY first_seen_at, tx, tx_index), '[]')
   FROM florin_data.payments AS payment WHERE payment.merchant_id = payment_intents.merchant_id
     AND payment.livemode = payment_intents.livemode AND payment.intent_id = payment_intents.id) AS payments,
  (SELECT coalesce(json_agg(${TARGET_JSON} ORDER BY assigned_at, network), '[]')
   FROM florin_data.targets AS target LEFT JOIN florin_data.scans USING (network)
   WHERE target.merchant_id = payment_intents.merchant_id
     AND target.livemode = payment_intents.livemode AND target.intent_id = payment_intents.id) AS targets`;

/** All of a row of `payment_intents` besides its request, as one text: comparing it costs less than parsing it. */
export const INTENT_TEXT = `(SELECT to_json(stored)::text FROM (SELECT ${COLUMNS}) AS stored)`;

/** What `readIntent` reads. */
export const INTENT_COLUMNS = `${INTENT_TEXT} AS record, request_body`;

export interface SelectedIntent {
  record: string;
  request_body: string;
}

interface IntentRecord {
  id: string;
  livemode: boolean;
  status: IntentStatus;
  sequence: number;
  created_at: string;
  expires_at: string;
  total_amount: string;
  tax_amount: string;
  tax_percent: number;
  currency: string;
  asset: string;
  crypto_amount: string;
  customer_email: string;
  order_id: string | null;
  warnings: Warning[];
  policy: PolicySettings | null;
  canceled_at: string | null;
  decision: Decision['kind'] | null;
  decision_reason: string | null;
  decided_at: string | null;
  decided_payments: string[] | null;
  settled_with: string | null;
  settled_by: string[] | null;
  doubts: string[];
  review_cause: ReviewCause | null;
  review_from: IntentStatus | null;
  flags: Flag[];
  payments: PaymentRecord[];
  targets: TargetRecord[];
}

interface PaymentRecord {
  network: string;
  tx: string;
  index: number;
  blockHeight: number | null;
  /** Null in rows of versions that did not record it. */
  blockTime: string | null;
  confirmations: number;
  required: number;
  /** Null in rows of versions that counted only blocks. */
  requirement: FinalityRequirement | null;
  state: PaymentState;
  voidReason: VoidReason | null;
  asset: string;
  amount: string;
  tail: string;
  spends: string[];
  reorged: boolean;
  firstSeenAt: string;
  missingSince: string | null;
}

interface TargetRecord {
  network: string;
  address: string;
  reference: string | null;
  matchedBy: TargetMatch;
  required: number;
  /** Null in rows of versions that counted only blocks. */
  requirement: FinalityRequirement | null;
  decimals: number;
  assignedAt: string;
  amounts: { amount: string; tail: string }[] | null;
  scannedUntil: string | null;
}

export const readIntent = ({ record, request_body }: SelectedIntent): Intent =>
  readIntentWith(record, { requestBody: request_body, request: JSON.parse(request_body) as IntentRequest });

/** Reads an intent whose request is known. */
export function readIntentWith(
  record: string,
  { requestBody, request }: Pick<Intent, 'requestBody' | 'request'>,
): Intent {
  const row = JSON.parse(record) as IntentRecord;
  return {
    id: idFromUuid('pi', row.id),
    livemode: row.livemode,
    status: row.status,
    sequence: row.sequence,
    createdAtMs: Date.parse(row.created_at),
    expiresAtMs: Date.parse(row.expires_at),
    totalAmount: fiatAmount(row.total_amount),
    taxAmount: fiatAmount(row.tax_amount),
    taxPercent: row.tax_percent,
    currency: row.currency,
    asset: row.asset,
    cryptoAmount: parseDecimal(row.crypto_amount),
    customerEmail: row.customer_email,
    orderId: row.order_id ?? undefined,
    warnings: row.warnings,
    request,
    requestBody,
    policy: row.policy ?? undefined,
    canceledAtMs: row.canceled_at === null ? undefined : Date.parse(row.canceled_at),
    decision: readDecision(row),
    settledWith: row.settled_with === null ? undefined : parseDecimal(row.settled_with),
    settledBy: row.settled_by ?? undefined,
    ambiguousTransfers: row.doubts,
    review: row.review_cause && row.review_from ? { cause: row.review_cause, from: row.review_from } : undefined,
    flags: row.flags,
    payments: row.payments.map(readPayment),
    targets: row.targets.map(readTarget),
  };
}

function readDecision({ decision, decision_reason, decided_at, decided_payments }: IntentRecord): Decision | undefined {
  if (decision === null || decided_at === null) return undefined;
  return {
    kind: decision,
    reason: decision_reason ?? '',
    atMs: Date.parse(decided_at),
    payments: decided_payments ?? undefined,
  };
}

function readPayment(record: PaymentRecord): Payment {
  const {
    firstSeenAt,
    missingSince,
    blockHeight,
    blockTime,
    voidReason,
    amount,
    tail,
    required,
    requirement,
    ...rest
  } = record;
  return {
    ...rest,
    requirement: requirement ?? { blocks: required },
    blockHeight: blockHeight ?? undefined,
    blockTimeMs: blockTime === null ? undefined : Date.parse(blockTime),
    amount: parseDecimal(amount),
    tail: parseDecimal(tail),
    voidReason: voidReason ?? undefined,
    firstSeenAtMs: Date.parse(firstSeenAt),
    missingSinceMs: missingSince === null ? undefined : Date.parse(missingSince),
  };
}

export function readTarget(record: TargetRecord): AssignedTarget {
  const { reference, required, requirement, amounts, assignedAt, scannedUntil, ...rest } = record;
  return {
    ...rest,
    requirement: requirement ?? { blocks: required },
    reference: reference ?? undefined,
    amounts: (amounts ?? []).map(({ amount, tail }) => ({ amount: parseDecimal(amount), tail: parseDecimal(tail) })),
    assignedAtMs: Date.parse(assignedAt),
    scannedUntilMs: scannedUntil === null ? undefined : Date.parse(scannedUntil),
  };
}
