/** Which way a page of numbered events goes on from a number. */
export interface PageDirection {
  beyond: '>' | '<';
  order: 'ASC' | 'DESC';
}

const COLUMNS = 'merchant_id, livemode, number, event_id, type, intent_id, sequence, object, happened_at';

/** The events of batches: `batch` is a subquery with the columns of their table. */
const eventsOf = (batch: string): string => `
  SELECT merchant_id, livemode, last_number - cardinality(intent_ids) + place AS number,
    coalesce(event_id, florin_data.event_id(intent_id, sequence, event.happened_at)) AS event_id, type, intent_id, sequence,
    object, event.happened_at, last_number, place
  FROM (${batch}) AS batch
  CROSS JOIN LATERAL unnest(intent_ids, batch.happened_at) WITH ORDINALITY AS event (intent_id, happened_at, place)`;

/**
 * The first batches beyond a number. Numbers have no gaps, so of those that end at a number or after it, only the first one can
 * begin before it. The limit of batches and their order let PostgreSQL stop at the end of the page.
 */
const firstBatches = ({ beyond, order }: PageDirection, where: string): string => `
  SELECT * FROM florin_data.numbered_batches
  WHERE merchant_id = $1 AND livemode = $2 AND ${where} AND last_number ${beyond === '>' ? '> $3' : UP_TO_NEXT_END}
  ORDER BY last_number ${order} LIMIT $4 + 1`;

const UP_TO_NEXT_END = `<= coalesce((
    SELECT last_number FROM florin_data.numbered_batches
    WHERE merchant_id = $1 AND livemode = $2 AND last_number >= $3 ORDER BY last_number LIMIT 1), $3)`;

/** A page of events of batches, and of those that have a row to themselves because an earlier version numbered them. */
const pageOf = (direction: PageDirection, where: string): string => {
  const { beyond, order } = direction;
  return `
  (SELECT ${COLUMNS} FROM (${eventsOf(firstBatches(direction, where))}) AS event
   WHERE number ${beyond} $3 ORDER BY last_number ${order}, place ${order} LIMIT $4)
  UNION ALL
  (SELECT ${COLUMNS} FROM florin_data.outbox WHERE merchant_id = $1 AND livemode = $2 AND ${where} AND number ${beyond} $3
   ORDER BY number ${order} LIMIT $4)`;
};

export const listPage = (direction: PageDirection): string =>
  `SELECT * FROM (${pageOf(direction, 'true')}) AS found ORDER BY number ${direction.order} LIMIT $4`;

export const listOfTypes = (direction: PageDirection): string => `
SELECT found.* FROM unnest($5::text[]) AS wanted (name)
CROSS JOIN LATERAL (${pageOf(direction, 'type = wanted.name')}) AS found
ORDER BY number ${direction.order} LIMIT $4`;

/** The batches that an event can be in by the time at which it happened. */
const batchesAt = (time: string): string => `
  SELECT * FROM florin_data.numbered_batches
  WHERE merchant_id = $1 AND livemode = $2 AND last_at >= ${time} AND last_at < date_bin('1 second', ${time}, 'epoch') + interval '1 second'`;

/** The order and the limit make the planner look it up. */
const batchOfPast = `${batchesAt('past.created_at')} AND sequence = past.sequence AND past.intent_id = ANY (intent_ids)
  ORDER BY last_at LIMIT 1`;

/** An intent's events are found by its history. */
export const listOfIntent = ({ beyond, order }: PageDirection): string => `
SELECT ${COLUMNS} FROM (
  SELECT found.* FROM florin_data.events AS past
  CROSS JOIN LATERAL (${eventsOf(batchOfPast)} WHERE event.intent_id = past.intent_id) AS found
  WHERE past.merchant_id = $1 AND past.livemode = $2 AND past.intent_id = $5
  UNION ALL
  SELECT ${COLUMNS}, number, 1 FROM florin_data.outbox
  WHERE merchant_id = $1 AND livemode = $2 AND event_id = ANY (ARRAY (
    SELECT florin_data.event_id(intent_id, sequence, created_at) FROM florin_data.events
    WHERE merchant_id = $1 AND livemode = $2 AND intent_id = $5))
) AS event
WHERE number ${beyond} $3 AND ($6::text[] IS NULL OR type = ANY ($6)) ORDER BY number ${order} LIMIT $4`;

const withId = 'SELECT * FROM florin_data.numbered_batches WHERE merchant_id = $1 AND livemode = $2 AND event_id = $3';

/** An event of an intent is found by the time in its ID, $4. */
export const FIND = `
SELECT ${COLUMNS} FROM (${eventsOf(batchesAt('$4::timestamptz'))}) AS event
WHERE happened_at >= $4 AND happened_at < $4 + interval '1 millisecond' AND event_id = $3
UNION ALL
SELECT ${COLUMNS} FROM (${eventsOf(withId)}) AS event
UNION ALL
SELECT ${COLUMNS} FROM florin_data.outbox WHERE merchant_id = $1 AND livemode = $2 AND event_id = $3
LIMIT 1`;
