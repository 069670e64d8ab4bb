/** A rule that must hold in every database, and a statement that finds the rows that break it. */
interface Invariant {
  rule: string;
  /** Its rows have one column, `what`. */
  sql: string;
}

/** Every intent with the sums of its payments in its own asset. */
const MONEY = `SELECT i.id, i.status, i.crypto_amount, i.settled_with, i.decision, i.review_cause,
    coalesce(sum(p.amount) FILTER (WHERE p.state = 'final' AND p.asset = i.asset), 0) AS received,
    coalesce(sum(p.amount) FILTER (WHERE p.state IN ('seen', 'confirmed') AND p.asset = i.asset), 0) AS pending,
    count(p.tx) FILTER (WHERE p.state <> 'void') AS holding
  FROM florin_data.payment_intents i LEFT JOIN florin_data.payments p
    ON p.merchant_id = i.merchant_id AND p.livemode = i.livemode AND p.intent_id = i.id
  GROUP BY i.merchant_id, i.livemode, i.id`;

/** They are written without the program's own code, so that a mistake there cannot hide itself. */
export const INVARIANTS: readonly Invariant[] = [
  {
    rule: 'the events of an intent are numbered from 1 to its sequence without a gap',
    sql: `SELECT i.id AS what FROM florin_data.payment_intents i LEFT JOIN florin_data.events e
            ON e.merchant_id = i.merchant_id AND e.livemode = i.livemode AND e.intent_id = i.id
          GROUP BY i.merchant_id, i.livemode, i.id
          HAVING count(e.sequence) <> i.sequence OR min(e.sequence) <> 1 OR max(e.sequence) <> i.sequence`,
  },
  {
    rule: 'every event belongs to an intent',
    sql: `SELECT e.intent_id AS what FROM florin_data.events e LEFT JOIN florin_data.payment_intents i
            ON i.merchant_id = e.merchant_id AND i.livemode = e.livemode AND i.id = e.intent_id
          WHERE i.id IS NULL`,
  },
  {
    rule: 'the first event is the creation, and no other one is',
    sql: `SELECT intent_id AS what FROM florin_data.events
          WHERE (sequence = 1) <> (type = 'payment_intent.created')`,
  },
  {
    rule: 'the last status in the events is the status',
    sql: `SELECT i.id AS what FROM florin_data.payment_intents i
          WHERE i.status IS DISTINCT FROM (
            SELECT e.changes->>'status' FROM florin_data.events e
            WHERE e.merchant_id = i.merchant_id AND e.livemode = i.livemode AND e.intent_id = i.id
              AND e.changes ? 'status' ORDER BY e.sequence DESC LIMIT 1)`,
  },
  {
    rule: 'an intent succeeds once, and again only after its success was reversed',
    sql: `SELECT intent_id AS what FROM florin_data.events GROUP BY merchant_id, livemode, intent_id
          HAVING count(*) FILTER (WHERE type = 'payment_intent.succeeded')
            > 1 + count(*) FILTER (WHERE type = 'payment_intent.reversed')`,
  },
  {
    rule: 'the status follows from the payments',
    sql: `SELECT id || ' is ' || status || ' with ' || received || ' and ' || pending AS what FROM (${MONEY}) AS money
          WHERE CASE status
            WHEN 'requires_payment' THEN received = 0
            WHEN 'processing' THEN pending > 0
            WHEN 'partially_paid' THEN received > 0
            WHEN 'succeeded' THEN decision = 'accepted' OR (received > 0 AND received >= settled_with)
            WHEN 'expired' THEN received = 0
            WHEN 'canceled' THEN holding = 0 OR decision = 'rejected'
            WHEN 'needs_review' THEN review_cause IS NOT NULL
            ELSE false END IS NOT TRUE`,
  },
  {
    rule: 'an intent with all of its money in time is paid, or a person is asked',
    sql: `SELECT id || ' is ' || status AS what FROM (${MONEY}) AS money
          WHERE received >= crypto_amount AND status NOT IN ('succeeded', 'needs_review') AND decision IS NULL`,
  },
  {
    rule: 'a transfer is one payment at most',
    sql: `SELECT network || ' ' || tx AS what FROM florin_data.payments
          GROUP BY network, tx, tx_index HAVING count(*) > 1`,
  },
  {
    rule: 'a transfer is a payment or unmatched, and not both',
    sql: `SELECT p.network || ' ' || p.tx AS what FROM florin_data.payments p JOIN florin_data.transfers t
            ON t.network = p.network AND t.tx = p.tx AND t.tx_index = p.tx_index
          WHERE t.assigned_to IS DISTINCT FROM p.intent_id`,
  },
  {
    rule: 'every payment belongs to an intent',
    sql: `SELECT p.network || ' ' || p.tx AS what FROM florin_data.payments p LEFT JOIN florin_data.payment_intents i
            ON i.merchant_id = p.merchant_id AND i.livemode = p.livemode AND i.id = p.intent_id
          WHERE i.id IS NULL`,
  },
  {
    rule: 'every transfer of the simulated network is recorded',
    sql: `SELECT 'transfer ' || s.number AS what FROM florin_control.simulated_transfers s
          WHERE NOT EXISTS (SELECT FROM florin_data.payments p
              WHERE p.network = 'simulated' AND p.tx = 'sim_' || lpad(s.number::text, 12, '0'))
            AND NOT EXISTS (SELECT FROM florin_data.transfers t
              WHERE t.network = 'simulated' AND t.tx = 'sim_' || lpad(s.number::text, 12, '0'))`,
  },
  {
    rule: 'an idempotency key has the answer that names its intent, and the intent exists',
    sql: `SELECT k.key AS what FROM florin_data.idempotency_keys k LEFT JOIN florin_data.payment_intents i
            ON i.merchant_id = k.merchant_id AND i.livemode = k.livemode AND i.id = k.intent_id
          WHERE i.id IS NULL OR k.answer NOT LIKE '%"payment_intent_id":"pi_%'`,
  },
  {
    rule: 'invoices are numbered from 1 without a gap',
    sql: `SELECT 'invoices of ' || merchant_id AS what FROM florin_data.invoices
          GROUP BY merchant_id, livemode HAVING count(*) <> max(number) OR min(number) <> 1`,
  },
];
