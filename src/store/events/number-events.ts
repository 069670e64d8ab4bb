import type { EventType } from '../../domain/events/event.ts';
import type { Run } from '../database/database.ts';
import type { NumberedEvent } from './event-log.ts';

interface NumberedRow extends NumberedEvent {
  /** Of the whole transaction. */
  total: number;
  has_endpoints: boolean;
}

export interface Numbered {
  count: number;
  /** What others have to hear of. */
  changed: NumberedEvent[];
  /** What an endpoint may want. */
  deliverable: NumberedEvent[];
}

const CREATED: EventType = 'payment_intent.created';
/** How much of the queue is looked at, so that the first batches of every merchant in it come first. */
export const SEEN_BATCHES_MAX = 10_000;

/**
 * Takes waiting batches in order, counts their events per merchant and mode, and writes them with their numbers; the first one of
 * each merchant before the second one of any, so that nobody waits for a merchant with many. What is too much of the last one
 * goes back to its position. Merchant and mode are sorted by a hash, which is faster; two with the same hash take turns as one.
 * Rows of the queue never move, so their places name them: by position, the planner might read the whole queue. Numbers ascend,
 * so that indexes grow at their ends. Nobody has to hear of a new intent whose merchant has no endpoints, except of the newest
 * one.
 */
const NUMBER = `
WITH chosen AS MATERIALIZED (
  SELECT ctid, position, earlier, $1 - earlier AS room FROM (
    SELECT ctid, position, sum(size) OVER (ORDER BY turn, position) - size AS earlier FROM (
      SELECT ctid, position, size, row_number() OVER (PARTITION BY tenant ORDER BY position) AS turn
      FROM (SELECT ctid, position, cardinality(intent_ids) AS size, uuid_hash_extended(merchant_id, livemode::int) AS tenant
            FROM florin_data.waiting_batches ORDER BY position LIMIT ${SEEN_BATCHES_MAX}) AS seen
    ) AS waiting
    WHERE turn <= $1
  ) AS summed
  WHERE earlier < $1
), last AS (
  SELECT position, room FROM chosen ORDER BY earlier DESC LIMIT 1
), taken AS (
  DELETE FROM florin_data.waiting_batches WHERE ctid = ANY (ARRAY (SELECT ctid FROM chosen)) RETURNING *
), sized AS (
  SELECT taken.*, least(cardinality(intent_ids), room)::int AS size FROM taken LEFT JOIN last USING (position)
), rest AS (
  INSERT INTO florin_data.waiting_batches
    (position, merchant_id, livemode, type, sequence, intent_ids, happened_at, event_id, object)
  OVERRIDING SYSTEM VALUE
  SELECT position, merchant_id, livemode, type, sequence, intent_ids[size + 1:], happened_at[size + 1:], event_id, object
  FROM sized WHERE size < cardinality(intent_ids)
), counted AS (
  INSERT INTO florin_data.event_counters AS counter (merchant_id, livemode, last_number)
  SELECT merchant_id, livemode, sum(size) FROM sized GROUP BY merchant_id, livemode
  ON CONFLICT (merchant_id, livemode) DO UPDATE SET last_number = counter.last_number + excluded.last_number
  RETURNING merchant_id, livemode, last_number
), numbered AS (
  INSERT INTO florin_data.numbered_batches
    (merchant_id, livemode, last_number, type, sequence, intent_ids, happened_at, last_at, event_id, object, created_at)
  SELECT merchant_id, livemode,
    last_number - coalesce(sum(size) OVER (PARTITION BY merchant_id, livemode ORDER BY position DESC
      ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0),
    type, sequence, intent_ids[:size], happened_at[:size], (SELECT max(at) FROM unnest(happened_at[:size]) AS at),
    event_id, object, $2
  FROM sized JOIN counted USING (merchant_id, livemode) ORDER BY position
  RETURNING merchant_id, livemode, last_number, type, sequence, intent_ids, happened_at, event_id, object
), summed AS (
  SELECT merchant_id, livemode, sum(cardinality(intent_ids)) AS events, max(last_number) AS last,
    max(last_number) FILTER (WHERE type = '${CREATED}') AS newest,
    EXISTS (SELECT FROM florin_data.webhook_endpoints AS endpoint WHERE endpoint.merchant_id = numbered.merchant_id
      AND endpoint.livemode = numbered.livemode AND status = 'enabled') AS has_endpoints
  FROM numbered GROUP BY merchant_id, livemode
)
SELECT merchant_id, livemode, event.number,
  coalesce(event_id, florin_data.event_id(intent_id, sequence, event.happened_at)) AS event_id, type, intent_id, sequence,
  object, event.happened_at, (SELECT sum(events)::int FROM summed) AS total, has_endpoints
FROM numbered JOIN summed USING (merchant_id, livemode)
CROSS JOIN LATERAL (
  SELECT last_number - cardinality(intent_ids) + place AS number, intent_id, happened_at
  FROM unnest(intent_ids, numbered.happened_at) WITH ORDINALITY AS event (intent_id, happened_at, place)
) AS event
WHERE has_endpoints OR type <> '${CREATED}' OR event.number IN (newest, last) ORDER BY event.number`;

/** Gives waiting events their numbers. */
export async function numberEvents(run: Run, limit: number, nowMs: number): Promise<Numbered> {
  const rows = await run<NumberedRow>(NUMBER, [limit, new Date(nowMs)]);
  return {
    count: rows[0]?.total ?? 0,
    changed: rows,
    deliverable: rows.filter(({ has_endpoints }) => has_endpoints),
  };
}
