import { uuidOf } from '../../domain/ids.ts';
import { BLOCKING_ATTEMPTS } from '../../domain/webhooks/retry-schedule.ts';
import type { Carrier, ClaimedDelivery } from '../../ports/delivery-queue.ts';
import type { Run } from '../database/database.ts';
import { claimNew } from './claim-new.ts';
import type { NewDelivery } from './new-delivery.ts';

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

/** Endpoints of one version share a body, which is sent to the database once. */
const INSERT = `
INSERT INTO florin_data.deliveries (merchant_id, livemode, id, endpoint_id, event_id, event_type, number, intent_id, body,
  state, ordered, next_attempt_at, claimed_until, claim_token, created_at)
SELECT merchant_id, livemode, id, endpoint_id, event_id, event_type, number, intent_id, body,
  'pending', intent_id IS NOT NULL, CASE WHEN is_due THEN $2::timestamptz END,
  CASE WHEN is_claimed THEN $4::timestamptz END, CASE WHEN is_claimed THEN $5::uuid END, $2
FROM json_to_recordset($1::json) AS delivery (merchant_id uuid, livemode boolean, id uuid, endpoint_id uuid, event_id uuid,
  event_type text, number bigint, intent_id uuid, place integer, is_due boolean, is_claimed boolean)
JOIN json_array_elements_text($3::json) WITH ORDINALITY AS text (body, position) ON position = place`;

/**
 * Adds deliveries, in the order of their numbers. One that follows an unfinished one of the same endpoint and intent waits
 * for it. Returns those of the others that are claimed with it. The transaction must be the only one that adds ordered
 * deliveries.
 */
export async function insertDeliveries(
  run: Run,
  deliveries: readonly NewDelivery[],
  nowMs: number,
  carrier?: Carrier,
): Promise<ClaimedDelivery[]> {
  if (deliveries.length === 0) return [];
  const due = listDue(deliveries, await findBusy(run, deliveries));
  const claimed = carrier ? claimNew([...due], carrier, nowMs) : [];
  const ids = new Set(claimed.map(({ id }) => id));
  const places = new Map<string, number>();
  const records = deliveries.map((delivery) => {
    const { id, endpoint, event, body } = delivery;
    const place = places.get(body) ?? places.size + 1;
    places.set(body, place);
    return {
      merchant_id: event.merchant_id,
      livemode: event.livemode,
      id: uuidOf(id),
      endpoint_id: endpoint.id,
      event_id: event.event_id,
      event_type: event.type,
      number: event.number,
      intent_id: event.intent_id,
      place,
      is_due: due.has(delivery),
      is_claimed: ids.has(id),
    };
  });
  const [first] = claimed;
  await run(INSERT, [
    JSON.stringify(records),
    new Date(nowMs),
    JSON.stringify([...places.keys()]),
    first && new Date(first.claimedUntilMs),
    first?.token,
  ]);
  return claimed;
}

/** Deliveries in the same lane follow one another. */
interface Lane {
  endpoint_id: string;
  intent_id: string;
}

const nameOf = ({ endpoint_id, intent_id }: Lane): string => `${endpoint_id} ${intent_id}`;

const laneOf = ({ endpoint, event }: NewDelivery): Lane | undefined =>
  event.intent_id === null ? undefined : { endpoint_id: endpoint.id, intent_id: event.intent_id };

/** What nothing holds up: the first of each lane in which nothing is unfinished. */
function listDue(deliveries: readonly NewDelivery[], busy: ReadonlySet<string>): Set<NewDelivery> {
  const taken = new Set(busy);
  return new Set(
    deliveries.filter((delivery) => {
      const lane = laneOf(delivery);
      if (!lane) return true;
      const isFree = !taken.has(nameOf(lane));
      taken.add(nameOf(lane));
      return isFree;
    }),
  );
}

/** The lanes with a delivery that is not finished. */
async function findBusy(run: Run, deliveries: readonly NewDelivery[]): Promise<Set<string>> {
  const following = deliveries.filter(({ event }) => event.sequence !== 1).flatMap((one) => laneOf(one) ?? []);
  if (following.length === 0) return new Set();
  const lanes = new Map(following.map((lane) => [nameOf(lane), lane]));
  const found = await run<{ id: string }>(FIND_BLOCKING, [JSON.stringify([...lanes.values()])]);
  if (found.length === 0) return new Set();
  // Recording results locks in the order of the IDs too.
  const inOrder = found.sort((a, b) => (a.id < b.id ? -1 : 1));
  return new Set((await run<Lane>(LOCK_BLOCKING, [JSON.stringify(inOrder)])).map(nameOf));
}
