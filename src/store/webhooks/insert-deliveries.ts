import { BLOCKING_ATTEMPTS } from '../../domain/webhooks/retry-schedule.ts';
import type { Run } from '../database/database.ts';

/** A delivery of a numbered event, in the form of the database. */
export interface NewDelivery {
  merchant_id: string;
  livemode: boolean;
  id: string;
  endpoint_id: string;
  event_id: string;
  event_type: string;
  number: string;
  /** Null for an event that belongs to no intent, which waits for nothing. */
  intent_id: string | null;
  /** Of an event of an intent: the first one waits for nothing. */
  sequence: number | null;
  body: string;
}

const BLOCKS = `state = 'pending' AND ordered AND attempts < ${BLOCKING_ATTEMPTS}`;

/** The last delivery of each endpoint and intent that still holds up the next one. */
const FIND_BLOCKING = `
SELECT found.* FROM json_to_recordset($1::json) AS wanted (endpoint_id uuid, intent_id uuid)
CROSS JOIN LATERAL (
  SELECT merchant_id, livemode, id, created_at FROM florin_data.deliveries AS earlier
  WHERE earlier.endpoint_id = wanted.endpoint_id AND earlier.intent_id = wanted.intent_id AND ${BLOCKS}
  ORDER BY number DESC LIMIT 1
) AS found`;

/** Locks them in the given order, one lookup each, and leaves out what ended meanwhile. */
const LOCK_BLOCKING = `
SELECT locked.* FROM json_to_recordset($1::json)
  AS found (merchant_id uuid, livemode boolean, id uuid, created_at timestamptz)
CROSS JOIN LATERAL (
  SELECT endpoint_id, intent_id FROM florin_data.deliveries AS earlier
  WHERE earlier.merchant_id = found.merchant_id AND earlier.livemode = found.livemode AND earlier.id = found.id
    AND earlier.created_at = found.created_at AND ${BLOCKS} LIMIT 1 FOR UPDATE
) AS locked`;

const INSERT = `
INSERT INTO florin_data.deliveries (merchant_id, livemode, id, endpoint_id, event_id, event_type, number, intent_id, body,
  state, ordered, next_attempt_at, created_at)
SELECT merchant_id, livemode, id, endpoint_id, event_id, event_type, number, intent_id, body,
  'pending', intent_id IS NOT NULL, CASE WHEN is_due THEN $2::timestamptz END, $2
FROM json_to_recordset($1::json) AS delivery (merchant_id uuid, livemode boolean, id uuid, endpoint_id uuid, event_id uuid,
  event_type text, number bigint, intent_id uuid, body text, is_due boolean)`;

/**
 * Adds deliveries, in the order of their numbers. One that follows an unfinished one of the same endpoint and intent waits
 * for it. The transaction must be the only one that adds ordered deliveries.
 */
export async function insertDeliveries(run: Run, deliveries: readonly NewDelivery[], nowMs: number): Promise<void> {
  if (deliveries.length === 0) return;
  const busy = await findBusy(run, deliveries);
  const records = deliveries.map((delivery) => {
    const lane = laneOf(delivery);
    const isDue = lane === undefined || !busy.has(lane);
    if (lane !== undefined) busy.add(lane);
    return { ...delivery, is_due: isDue };
  });
  await run(INSERT, [JSON.stringify(records), new Date(nowMs)]);
}

/** Deliveries in the same lane follow one another. */
const laneOf = ({ endpoint_id, intent_id }: Pick<NewDelivery, 'endpoint_id' | 'intent_id'>): string | undefined =>
  intent_id === null ? undefined : `${endpoint_id} ${intent_id}`;

/** The lanes with a delivery that is not finished. */
async function findBusy(run: Run, deliveries: readonly NewDelivery[]): Promise<Set<string>> {
  const following = deliveries.filter(({ intent_id, sequence }) => intent_id !== null && sequence !== 1);
  const lanes = new Map(
    following.map((one) => [laneOf(one), { endpoint_id: one.endpoint_id, intent_id: one.intent_id }]),
  );
  if (lanes.size === 0) return new Set();
  const found = await run<Pick<NewDelivery, 'id'>>(FIND_BLOCKING, [JSON.stringify([...lanes.values()])]);
  if (found.length === 0) return new Set();
  // Recording results locks in the order of the IDs too.
  const inOrder = found.sort((a, b) => (a.id < b.id ? -1 : 1));
  const locked = await run<Pick<NewDelivery, 'endpoint_id' | 'intent_id'>>(LOCK_BLOCKING, [JSON.stringify(inOrder)]);
  return new Set(locked.flatMap((one) => laneOf(one) ?? []));
}
