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

const sameTenant = (one: string, other: string): string =>
  `${one}.merchant_id = ${other}.merchant_id AND ${one}.livemode = ${other}.livemode`;

/** The types of an event `o` that an endpoint `w` lists: `*`, a type, or a prefix such as `payment.*`. */
const IS_WANTED = `EXISTS (SELECT FROM unnest(w.events) AS listed (name) WHERE name IN ('*', o.type)
  OR (right(name, 2) = '.*' AND starts_with(o.type, left(name, -1))))`;

/** An earlier event of the intent that is still on its way to the endpoint of a delivery `d`. */
const IS_HELD_UP = `EXISTS (SELECT FROM florin_data.deliveries earlier
  WHERE ${sameTenant('earlier', 'd')} AND earlier.endpoint_id = d.endpoint_id AND earlier.intent_id = d.intent_id
    AND earlier.number < d.number AND earlier.state = 'pending' AND earlier.ordered AND earlier.attempts < 5)`;

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
          WHERE t.assigned_to IS DISTINCT FROM p.intent_id AND p.void_reason IS DISTINCT FROM 'replaced'`,
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
    sql: `SELECT kind || 's of ' || merchant_id AS what FROM florin_data.invoices
          GROUP BY merchant_id, livemode, kind HAVING count(*) <> max(number) OR min(number) <> 1`,
  },
  {
    rule: 'every success has an invoice that no credit note cancels',
    sql: `SELECT i.id AS what FROM florin_data.payment_intents i
          WHERE i.status = 'succeeded' AND 1 <> (
            SELECT count(*) FILTER (WHERE v.kind = 'invoice') - count(*) FILTER (WHERE v.kind = 'credit_note')
            FROM florin_data.invoices v
            WHERE v.merchant_id = i.merchant_id AND v.livemode = i.livemode AND v.payment_intent_id = i.id)`,
  },
  {
    rule: 'the events of a merchant and mode are numbered without a gap, except that a restore skips millions',
    sql: `SELECT number || ' follows ' || before AS what FROM (
            SELECT number, lag(number) OVER (PARTITION BY merchant_id, livemode ORDER BY number) AS before
            FROM florin_data.numbered_events) AS numbered
          WHERE (number - before - 1) % 1000000 <> 0`,
  },
  {
    rule: 'the last number of a merchant and mode is the one that was counted',
    sql: `SELECT o.merchant_id AS what FROM florin_data.numbered_events o LEFT JOIN florin_data.event_counters c
            ON ${sameTenant('c', 'o')}
          GROUP BY o.merchant_id, o.livemode, c.last_number
          HAVING (c.last_number >= max(o.number) AND (c.last_number - max(o.number)) % 1000000 = 0) IS NOT TRUE`,
  },
  {
    rule: 'every event of an intent has one number, or waits for it',
    sql: `SELECT intent_id || ' ' || sequence AS what FROM florin_data.events LEFT JOIN (
              SELECT merchant_id, livemode, intent_id, sequence, type AS found FROM florin_data.numbered_events
              UNION ALL SELECT merchant_id, livemode, intent_id, sequence, type FROM florin_data.waiting_events) AS numbered
            USING (merchant_id, livemode, intent_id, sequence)
          GROUP BY merchant_id, livemode, intent_id, sequence HAVING count(found) <> 1`,
  },
  {
    rule: 'an event has one number',
    sql: `SELECT event_id AS what FROM florin_data.numbered_events GROUP BY merchant_id, livemode, event_id HAVING count(*) > 1
          UNION ALL SELECT q.event_id FROM florin_data.waiting_events q JOIN florin_data.numbered_events o
            ON ${sameTenant('o', 'q')} AND o.event_id = q.event_id`,
  },
  {
    rule: 'every numbered event of an intent is in its history',
    sql: `SELECT 'number ' || o.number AS what FROM florin_data.numbered_events o LEFT JOIN florin_data.events e
            ON ${sameTenant('e', 'o')} AND e.intent_id = o.intent_id AND e.sequence = o.sequence AND e.type = o.type
          WHERE o.intent_id IS NOT NULL AND e.intent_id IS NULL`,
  },
  {
    rule: 'the numbers of the events of an intent have the order of its history',
    sql: `SELECT intent_id AS what FROM (
            SELECT intent_id, sequence, lag(sequence, 1, 0) OVER (
              PARTITION BY merchant_id, livemode, intent_id ORDER BY number) AS before
            FROM florin_data.numbered_events WHERE intent_id IS NOT NULL) AS numbered
          WHERE sequence <> before + 1`,
  },
  {
    // While an endpoint is being created, events may still pass it by.
    rule: 'an endpoint has a delivery of every event that it wants, and one of them is in order',
    sql: `SELECT 'number ' || o.number || ' to ' || w.url AS what FROM florin_data.numbered_events o
          JOIN florin_data.webhook_endpoints w ON ${sameTenant('w', 'o')} AND w.status = 'enabled'
            AND w.created_at < o.created_at - interval '5 seconds' AND ${IS_WANTED}
          LEFT JOIN florin_data.deliveries d
            ON ${sameTenant('d', 'o')} AND d.event_id = o.event_id AND d.endpoint_id = w.id
          GROUP BY o.merchant_id, o.livemode, o.number, w.id, w.url
          HAVING count(d.id) = 0 OR count(*) FILTER (WHERE d.ordered) > 1`,
  },
  {
    rule: 'every delivery is of a numbered event, or of a test event',
    sql: `SELECT d.id AS what FROM florin_data.deliveries d LEFT JOIN florin_data.numbered_events o
            ON ${sameTenant('o', 'd')} AND o.event_id = d.event_id AND o.number = d.number AND o.type = d.event_type
          WHERE d.number <> 0 AND o.number IS NULL`,
  },
  {
    rule: 'an event has one body for each version of the API, with its number',
    sql: `SELECT d.event_id AS what FROM florin_data.deliveries d
          JOIN florin_data.webhook_endpoints w ON ${sameTenant('w', 'd')} AND w.id = d.endpoint_id
          GROUP BY d.merchant_id, d.livemode, d.event_id, w.api_version
          HAVING count(DISTINCT d.body) > 1 OR bool_or((d.body::json->>'number')::bigint <> d.number)`,
  },
  {
    // A delivery that is retried by hand counts from 0 again, and is not ordered.
    rule: 'every attempt of a delivery is recorded',
    sql: `SELECT d.id AS what FROM florin_data.deliveries d LEFT JOIN florin_data.delivery_attempts a
            ON ${sameTenant('a', 'd')} AND a.delivery_id = d.id
          GROUP BY d.merchant_id, d.livemode, d.id, d.attempts, d.ordered
          HAVING count(a.attempt) < d.attempts OR (d.ordered AND count(a.attempt) > d.attempts)`,
  },
  {
    rule: 'a delivery is delivered if and only if an attempt was accepted',
    sql: `SELECT d.id || ' is ' || d.state AS what FROM florin_data.deliveries d
          WHERE (d.state = 'delivered') <> (d.delivered_at IS NOT NULL) OR (d.state = 'delivered') <> EXISTS (
            SELECT FROM florin_data.delivery_attempts a
            WHERE ${sameTenant('a', 'd')} AND a.delivery_id = d.id AND a.status BETWEEN 200 AND 299)`,
  },
  {
    rule: 'a delivery waits if and only if an earlier event of its intent holds it up',
    sql: `SELECT d.id AS what FROM florin_data.deliveries d
          WHERE d.state = 'pending' AND (d.next_attempt_at IS NULL) <> (d.ordered AND ${IS_HELD_UP})`,
  },
];
