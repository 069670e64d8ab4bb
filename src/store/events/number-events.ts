import type { EventType } from '../../domain/events/event.ts';
import type { Run } from '../database/database.ts';
import type { OutboxRow } from './event-log.ts';

interface NumberedRow extends OutboxRow {
  /** Of the whole transaction. */
  total: number;
  has_endpoints: boolean;
}

export interface Numbered {
  count: number;
  /** What others have to hear of. */
  changed: OutboxRow[];
  /** What an endpoint may want. */
  deliverable: OutboxRow[];
}

const CREATED: EventType = 'payment_intent.created';
/** How much of the queue is looked at, so that the first events of every merchant in it come first. */
export const SEEN_EVENTS_MAX = 10_000;

/**
 * The ID of an event of an intent, as `eventIdOf` makes it: the time, and the random bits of the intent plus the sequence. Bytes
 * take half as long as digits.
 */
export const EVENT_ID = `encode(
  substr(int8send(floor(extract(epoch FROM created_at) * 1000)::bigint), 3) || substr(bytes, 7, 6) ||
  substr(int8send((get_byte(bytes, 12)::bigint << 24) + (get_byte(bytes, 13) << 16) + (get_byte(bytes, 14) << 8) +
    get_byte(bytes, 15) + sequence), 5), 'hex')::uuid`;

/**
 * Takes waiting events in order, counts them per merchant and mode, and writes them with their numbers; the first one of each
 * merchant before the second one of any, so that nobody waits for a merchant with many. Merchant and mode are sorted by a hash,
 * which is faster; two with the same hash take turns as one. Rows of the queue never move, so their places name them: by
 * position, the planner might read the whole queue. Numbers ascend, so that indexes grow at their ends. Nobody has to hear of a
 * new intent whose merchant has no endpoints, except of the newest one.
 */
const NUMBER = `
WITH taken AS (
  DELETE FROM florin_data.event_queue
  WHERE ctid = ANY (ARRAY (
    SELECT ctid FROM (
      SELECT ctid, position, row_number() OVER (PARTITION BY tenant ORDER BY position) AS turn
      FROM (SELECT ctid, position, uuid_hash_extended(merchant_id, livemode::int) AS tenant
            FROM florin_data.event_queue ORDER BY position LIMIT ${SEEN_EVENTS_MAX}) AS seen
    ) AS waiting
    WHERE turn <= $1
    ORDER BY turn, position LIMIT $1))
  RETURNING position, merchant_id, livemode, intent_id, sequence, event_id, type, object, created_at,
    uuid_send(intent_id) AS bytes
), sized AS (
  SELECT merchant_id, livemode, count(*) AS size FROM taken GROUP BY merchant_id, livemode
), counted AS (
  INSERT INTO florin_data.event_counters AS counter (merchant_id, livemode, last_number)
  SELECT merchant_id, livemode, size FROM sized
  ON CONFLICT (merchant_id, livemode) DO UPDATE SET last_number = counter.last_number + excluded.last_number
  RETURNING merchant_id, livemode, last_number
), numbered AS (
  INSERT INTO florin_data.outbox
    (merchant_id, livemode, number, event_id, type, intent_id, sequence, object, happened_at, created_at)
  SELECT merchant_id, livemode,
    last_number - size + row_number() OVER (PARTITION BY merchant_id, livemode ORDER BY position),
    coalesce(event_id, ${EVENT_ID}), type, intent_id, sequence, object, created_at, $2
  FROM taken JOIN sized USING (merchant_id, livemode) JOIN counted USING (merchant_id, livemode)
  RETURNING merchant_id, livemode, number, event_id, type, intent_id, sequence, object, happened_at
), summed AS (
  SELECT merchant_id, livemode, count(*) AS events, max(number) AS last,
    max(number) FILTER (WHERE type = '${CREATED}') AS newest,
    EXISTS (SELECT FROM florin_data.webhook_endpoints AS endpoint WHERE endpoint.merchant_id = numbered.merchant_id
      AND endpoint.livemode = numbered.livemode AND status = 'enabled') AS has_endpoints
  FROM numbered GROUP BY merchant_id, livemode
)
SELECT numbered.*, (SELECT sum(events)::int FROM summed) AS total, has_endpoints
FROM numbered JOIN summed USING (merchant_id, livemode)
WHERE has_endpoints OR type <> '${CREATED}' OR number IN (newest, last) ORDER BY number`;

/** Gives waiting events their numbers. */
export async function numberEvents(run: Run, limit: number, nowMs: number): Promise<Numbered> {
  const rows = await run<NumberedRow>(NUMBER, [limit, new Date(nowMs)]);
  return {
    count: rows[0]?.total ?? 0,
    changed: rows,
    deliverable: rows.filter(({ has_endpoints }) => has_endpoints),
  };
}
