import type { EventType } from '../src/domain/events/event.ts';
import type { IntentStatus } from '../src/domain/intents/intent-status.ts';
import { LIMITS } from '../src/domain/limits.ts';
import { DEFAULT_POLICY } from '../src/domain/merchants/settings.ts';
import { createIntentExamples } from '../src/http/intents/examples.ts';

/** The names of customers: some first names are common, and one customer is rare. */
const FIRST = "ARRAY['Ada', 'Alan', 'Anna', 'Ben', 'Carla', 'Dora', 'Élodie', 'Maria', 'Noor', 'Zoë']";
const LAST =
  "ARRAY['Lovelace', 'Turing', 'Smith', 'García', 'Müller', 'Nakamura', 'Okafor', 'Strauß', 'Van Dijk', 'Wang']";
const CUSTOMERS = 100_000;
const TAX_PERCENT = 21;

/** How many units of the currency one unit of an asset costs, and with how many decimals its amounts are written. */
const PRICES =
  "(VALUES ('SOL', 261.10, 9), ('BTC', 64000.00, 8), ('USDC', 1.00, 6), ('DOGE', 0.21, 8)) AS price (asset, rate, decimals)";

/** The places of a request in which intents differ. They stand in the template as arguments of `format`. */
const PLACES = ['name', 'email', 'total', 'tax', 'currency', 'crypto', 'rate', 'order_id'] as const;

/** The documented request as a template: strings keep their quotes, and numbers lose them. */
function requestTemplate(): string {
  const { value } = createIntentExamples.integer_tax;
  const mark = (place: (typeof PLACES)[number]) => `#${place}#`;
  const text = JSON.stringify({
    ...value,
    customer: { ...value.customer, name: mark('name'), email: mark('email') },
    total_amount: mark('total'),
    tax_amount: mark('tax'),
    currency_displayed: mark('currency'),
    crypto_amount_requested: mark('crypto'),
    exchange_rate: mark('rate'),
    order_id: mark('order_id'),
  }).replaceAll('%', '%%');
  const unquoted = text.replaceAll('"#total#"', '#total#').replaceAll('"#tax#"', '#tax#');
  return PLACES.reduce((filled, place, at) => filled.replaceAll(mark(place), `%${at + 1}$s`), unquoted);
}

export const REQUEST_TEMPLATE = requestTemplate();
export const POLICY = JSON.stringify(DEFAULT_POLICY);

/** What an invoice says besides the buyer, who differs. */
const { items, billing_address, shipping_address } = createIntentExamples.integer_tax.value;
export const INVOICE_DOCUMENT = JSON.stringify({
  seller: { name: 'Seeded shop', address: [] },
  lines: items.map(({ item_id, quantity }) => ({ item_id, name: item_id, quantity, unit_amount: null })),
  buyer: { billing_address, shipping_address },
});

/**
 * The intents of one step. Most are paid or have expired, as in a shop. Rare: a review, DOGE, EUR, and amounts above 9,000.00.
 * Of the last days, some still wait for money. Statuses follow from the number of the intent, so that every size has all of
 * them; names and amounts follow from the seed.
 */
export const PICK = `
CREATE TEMPORARY TABLE seeded ON COMMIT DROP AS
WITH numbered AS (
  SELECT number, hashint8extended(number, $4) AS hash, $5::timestamptz + (number - $2 + 1) * $6::interval AS at
  FROM generate_series($2::bigint, $3::bigint) AS number
), picked AS (
  SELECT number, at, hash,
    abs(hash % ${CUSTOMERS}) AS customer,
    CASE
      WHEN number % 10000 = 7 THEN CASE WHEN at > now() - interval '1 hour' THEN 'partially_paid' ELSE 'needs_review' END
      WHEN number % 100 = 1 THEN 'canceled'
      WHEN number % 10 < 6 THEN 'succeeded'
      WHEN number % 10 = 9 AND at > now() - interval '6 days'
        THEN (ARRAY['requires_payment', 'processing', 'partially_paid'])[1 + number / 10 % 3]
      WHEN at > now() - interval '1 hour' THEN 'requires_payment'
      ELSE 'expired' END AS status,
    CASE WHEN number % 5000 = 3 THEN 950000 ELSE 100 + abs(hash / ${CUSTOMERS} % 50000) END AS total,
    CASE WHEN number % 1000 = 5 THEN 'EUR' ELSE 'USD' END AS currency,
    CASE WHEN number % 20000 = 11 THEN 'DOGE' WHEN number % 4 = 0 THEN 'BTC' WHEN number % 4 = 1 THEN 'USDC' ELSE 'SOL' END
      AS asset
  FROM numbered
), priced AS (
  SELECT picked.*, round(total / 100.0 / rate, decimals) AS due, rate,
    round(total * ${TAX_PERCENT} / ${100 + TAX_PERCENT}.0)::bigint AS tax,
    'c' || lpad(customer::text, 7, '0') || '@example.com' AS email,
    (${FIRST})[1 + customer % 10] || ' ' || (${LAST})[1 + customer / 10 % 10]
      || CASE WHEN number = 4321 THEN ' Quixote' ELSE '' END AS name,
    $7 || to_char(at, 'YYYY-MM') || '-' || lpad(number::text, 10, '0') AS order_id,
    -- Time, number and hash, like the random bits of an ID of the service.
    (lpad(to_hex(floor(extract(epoch FROM at) * 1000)::bigint), 12, '0') || '7' || lpad(to_hex(number & 4095), 3, '0')
      || to_hex(8 + (hash & 3)) || substr(md5($1 || ' ' || $4 || ' ' || number), 1, 15))::uuid AS id
  FROM picked JOIN ${PRICES} USING (asset)
)
SELECT $1::uuid AS merchant_id, false AS livemode, priced.*,
  at + CASE WHEN status IN ('requires_payment', 'processing', 'partially_paid') THEN interval '7 days' ELSE interval '1 hour' END
    AS expires_at,
  -- The checkout of some was never opened.
  number % 10 <> 8 OR status = 'needs_review' AS has_target,
  CASE WHEN total = 950000 AND status = 'succeeded' THEN 'solana-devnet' ELSE 'simulated' END AS network,
  'seed_' || md5(id::text) || md5('tx' || id) AS tx,
  CASE WHEN status IN ('succeeded', 'processing') THEN due
    WHEN status IN ('partially_paid', 'needs_review') THEN round(due * 0.4, 18) END AS paid
FROM priced`;

/** An event of a history: what happened, how long after the creation, and what it changed. */
type History = readonly [type: EventType, after: string, changes: string][];

const moved = (status: IntentStatus) => `jsonb_build_object('status', '${status}')`;
const paid = (
  state: string,
) => `jsonb_build_object('payment', jsonb_build_object('network', network, 'tx', tx, 'index', 0,
  'state', '${state}', 'asset', asset, 'amount', trim_scale(paid)::text))`;

const CREATED: History[number] = ['payment_intent.created', '0', moved('requires_payment')];
const SEEN: History[number] = ['payment.seen', '3 minutes', paid('seen')];
const FINAL: History[number] = ['payment.final', '12 minutes', paid('final')];
const PARTLY: History[number] = ['payment_intent.partially_paid', '12 minutes', moved('partially_paid')];

const HISTORIES: Readonly<Record<IntentStatus, History>> = {
  requires_payment: [CREATED],
  processing: [CREATED, SEEN, ['payment_intent.processing', '3 minutes', moved('processing')]],
  partially_paid: [CREATED, SEEN, FINAL, PARTLY],
  succeeded: [
    CREATED,
    SEEN,
    ['payment_intent.processing', '3 minutes', moved('processing')],
    ['payment.confirmed', '6 minutes', paid('confirmed')],
    FINAL,
    ['payment_intent.succeeded', '12 minutes', moved('succeeded')],
  ],
  expired: [CREATED, ['payment_intent.expired', '1 hour', moved('expired')]],
  canceled: [CREATED, ['payment_intent.canceled', '20 minutes', moved('canceled')]],
  needs_review: [
    CREATED,
    SEEN,
    FINAL,
    PARTLY,
    [
      'payment_intent.needs_review',
      '1 hour',
      `${moved('needs_review')} || '{"review": {"cause": "underpaid", "from": "partially_paid"}}'`,
    ],
  ],
};

const STATUSES = Object.keys(HISTORIES) as IntentStatus[];
const SEQUENCE = `CASE status ${STATUSES.map((status) => `WHEN '${status}' THEN ${HISTORIES[status].length}`).join(' ')} END`;

/** One SELECT for each event that a status has behind it. Nothing happens in the future. */
const HAPPENED = STATUSES.flatMap((status) =>
  HISTORIES[status].map(
    ([type, after, changes], at) =>
      `SELECT merchant_id, livemode, id AS intent_id, ${at + 1} AS sequence, '${type}' AS type, ${changes} AS changes,
         least(at + interval '${after}', now()) AS created_at
       FROM seeded WHERE status = '${status}'`,
  ),
).join(' UNION ALL ');

export const INSERT_INTENTS = `
INSERT INTO florin_data.payment_intents (merchant_id, livemode, id, status, sequence, created_at, expires_at, total_amount,
  tax_amount, tax_percent, currency, asset, crypto_amount, customer_email, order_id, warnings, request_body, policy, numbered,
  canceled_at, review_cause, review_from, settled_with, settled_by)
SELECT merchant_id, livemode, id, status, ${SEQUENCE}, at, expires_at, total, tax, ${TAX_PERCENT}, currency, asset, due,
  email, order_id, '[]',
  format($1, name, email, total, tax, currency, trim_scale(due) || ' ' || asset,
    '1 ' || asset || ' = ' || CASE currency WHEN 'EUR' THEN '€' ELSE '$' END || rate, order_id),
  $2::jsonb, status = 'succeeded',
  CASE WHEN status = 'canceled' THEN least(at + interval '20 minutes', now()) END,
  CASE WHEN status = 'needs_review' THEN 'underpaid' END, CASE WHEN status = 'needs_review' THEN 'partially_paid' END,
  CASE WHEN status = 'succeeded' THEN due END, CASE WHEN status = 'succeeded' THEN ARRAY[network || ':' || tx || ':0'] END
FROM seeded ORDER BY number`;

export const INSERT_EVENTS = `
INSERT INTO florin_data.events (merchant_id, livemode, intent_id, sequence, type, changes, created_at)
SELECT * FROM (${HAPPENED}) AS happened ORDER BY intent_id, sequence`;

export const INSERT_TARGETS = `
WITH assigned AS (
  INSERT INTO florin_data.targets (merchant_id, livemode, intent_id, network, address, required, requirement, matched_by,
    assigned_at, watched_until)
  SELECT merchant_id, livemode, id, 'simulated', 'sim1' || md5(id::text), 2, '{"blocks": 2}', 'address', at,
    expires_at + interval '${LIMITS.watchedDaysAfterExpiry} days'
  FROM seeded WHERE has_target ORDER BY number
  RETURNING *
)
INSERT INTO florin_data.target_keys (merchant_id, livemode, intent_id, network, key, kind, address, assigned_at)
SELECT merchant_id, livemode, intent_id, network, address, 'address', address, assigned_at FROM assigned`;

/** Without heights: the network of a new server begins later, and would follow all of them as its newest blocks. */
export const INSERT_PAYMENTS = `
INSERT INTO florin_data.payments (merchant_id, livemode, intent_id, network, tx, tx_index, confirmations, required,
  requirement, state, asset, amount, first_seen_at, block_time)
SELECT merchant_id, livemode, id, network, tx, 0,
  CASE WHEN status = 'processing' THEN 0 ELSE 2 END, 2, '{"blocks": 2}',
  CASE WHEN status = 'processing' THEN 'seen' ELSE 'final' END, asset, paid, least(at + interval '3 minutes', now()),
  CASE WHEN status <> 'processing' THEN least(at + interval '6 minutes', now()) END
FROM seeded WHERE paid IS NOT NULL ORDER BY number`;

/** Counts the invoices of the step under the lock of the series, like the service, so that no number is left out. */
export const INSERT_INVOICES = `
WITH counted AS (
  INSERT INTO florin_data.invoice_series AS series (merchant_id, livemode, last_number)
  SELECT merchant_id, livemode, count(*) FROM seeded WHERE status = 'succeeded' GROUP BY merchant_id, livemode
  ON CONFLICT (merchant_id, livemode) DO UPDATE SET last_number = series.last_number + excluded.last_number
  RETURNING merchant_id, livemode, last_number
)
INSERT INTO florin_data.invoices (merchant_id, livemode, payment_intent_id, number, issued_at, document)
SELECT merchant_id, livemode, id, last_number + 1 - row_number() OVER (ORDER BY number DESC),
  least(at + interval '12 minutes', now()),
  jsonb_set($1::jsonb, '{buyer}', $1::jsonb -> 'buyer' || jsonb_build_object('name', name, 'email', email))
FROM seeded JOIN counted USING (merchant_id, livemode) WHERE status = 'succeeded' ORDER BY number`;

/** The trigger of the events has queued them. The service would number them one small step after the other. */
export const NUMBER_EVENTS = `
WITH taken AS (
  DELETE FROM florin_data.waiting_batches
  WHERE position > $1 AND NOT livemode AND merchant_id = (SELECT merchant_id FROM seeded LIMIT 1)
    AND intent_ids[1] IN (SELECT id FROM seeded)
  RETURNING *
), counted AS (
  INSERT INTO florin_data.event_counters AS counter (merchant_id, livemode, last_number)
  SELECT merchant_id, livemode, sum(cardinality(intent_ids)) FROM taken GROUP BY merchant_id, livemode
  ON CONFLICT (merchant_id, livemode) DO UPDATE SET last_number = counter.last_number + excluded.last_number
  RETURNING merchant_id, livemode, last_number
)
INSERT INTO florin_data.numbered_batches
  (merchant_id, livemode, last_number, type, sequence, intent_ids, happened_at, last_at, created_at)
SELECT merchant_id, livemode,
  last_number - coalesce(sum(cardinality(intent_ids)) OVER (ORDER BY position DESC
    ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0),
  type, sequence, intent_ids, happened_at, (SELECT max(at) FROM unnest(happened_at) AS at), now()
FROM taken JOIN counted USING (merchant_id, livemode) ORDER BY position`;

/** Triggers have queued the intents, whose terms the step writes itself. */
export const FORGET_QUEUED = `
DELETE FROM florin_data.search_queue USING seeded
WHERE position > $1 AND search_queue.merchant_id = seeded.merchant_id AND NOT search_queue.livemode
  AND intent_id = seeded.id`;
