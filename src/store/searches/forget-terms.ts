import type { Run } from '../database/database.ts';
import type { Tenancy } from '../intents/change-intent.ts';
import { SEARCH_LOCK } from './search-index.ts';

/** A segment is small, so its terms are looked through for those of the intents. */
const FORGET = `
DELETE FROM florin_data.search_terms AS term USING unnest($3::uuid[]) AS wanted (id) CROSS JOIN LATERAL (
  SELECT number FROM florin_data.search_segments
  WHERE merchant_id = $1 AND livemode = $2 AND first_intent <= wanted.id ORDER BY first_intent DESC LIMIT 1) AS found
WHERE term.segment = found.number AND term.intent_id = wanted.id`;

/**
 * Deletes every term of these intents and has them written again from what the intents hold after the commit. Data of a
 * customer is erased in the same transaction. The lock keeps a worker that read it before from writing it afterwards.
 */
export async function forgetTerms(
  run: Run,
  { merchant, livemode }: Tenancy,
  intents: readonly string[],
): Promise<void> {
  await run('SELECT pg_advisory_xact_lock($1)', [SEARCH_LOCK]);
  await run(FORGET, [merchant, livemode, intents]);
  await run(
    `INSERT INTO florin_data.search_queue (merchant_id, livemode, intent_id) SELECT $1, $2, unnest($3::uuid[])`,
    [merchant, livemode, intents],
  );
}
