import type { EventType } from '../../domain/events/event.ts';
import type { IntentStatus } from '../../domain/intents/intent-status.ts';
import type { Database } from '../database/database.ts';

/** What somebody listens to, and the last number that is known; undefined at the first look. */
export interface WantedNumbers {
  merchant: string;
  livemode: boolean;
  after: number | undefined;
}

/** A merchant and mode with new numbers, and an intent that they are about. */
export interface NumberedRow {
  merchant_id: string;
  livemode: boolean;
  /** The last one of those that were read. */
  number: number;
  intent_id: string | null;
  sequence: number;
  status: IntentStatus;
}

export type ReadNumbered = (wanted: readonly WantedNumbers[]) => Promise<NumberedRow[]>;

const CREATED: EventType = 'payment_intent.created';
/** Of one merchant and mode in one look. The rest comes with the next one. */
const ROWS_MAX = 1_000;
/** A first look goes back this far, because a listener may be older than it. */
const FIRST_LOOK = `interval '30 seconds'`;

/** Like the announcement, it names every intent that changed, and of new intents only the newest of a merchant and mode. */
const READ = `
SELECT merchant AS merchant_id, mode AS livemode, coalesce(event.number, counter.last_number)::float8 AS number,
  intent.id AS intent_id, intent.sequence, intent.status
FROM unnest($1::uuid[], $2::boolean[], $3::bigint[]) AS wanted (merchant, mode, after)
CROSS JOIN LATERAL (
  SELECT last_number FROM florin_data.event_counters
  WHERE merchant_id = merchant AND livemode = mode AND last_number > coalesce(after, 0) LIMIT 1
) AS counter
LEFT JOIN LATERAL (
  SELECT number, intent_id FROM (
    SELECT * FROM florin_data.numbered_batches AS batch
    WHERE merchant_id = merchant AND livemode = mode AND batch.last_number > coalesce(after, counter.last_number - ${ROWS_MAX})
      AND (after IS NOT NULL OR created_at > now() - ${FIRST_LOOK})
      AND (type <> '${CREATED}' OR batch.last_number = counter.last_number)
    ORDER BY batch.last_number LIMIT ${ROWS_MAX}
  ) AS batch
  CROSS JOIN LATERAL (
    SELECT batch.last_number - cardinality(intent_ids) + place AS number, intent_id
    FROM unnest(intent_ids) WITH ORDINALITY AS one (intent_id, place)
  ) AS one
  WHERE number > coalesce(after, counter.last_number - ${ROWS_MAX})
    AND (type <> '${CREATED}' OR number = counter.last_number)
  ORDER BY number LIMIT ${ROWS_MAX}
) AS event ON true
LEFT JOIN LATERAL (
  SELECT id, sequence, status FROM florin_data.payment_intents
  WHERE merchant_id = merchant AND livemode = mode AND id = event.intent_id LIMIT 1
) AS intent ON true
ORDER BY number`;

export const readNumbered = (database: Database, wanted: readonly WantedNumbers[]): Promise<NumberedRow[]> =>
  database.query<NumberedRow>({
    name: 'read-numbered',
    text: READ,
    values: [
      wanted.map(({ merchant }) => merchant),
      wanted.map(({ livemode }) => livemode),
      wanted.map(({ after }) => after),
    ],
  });
