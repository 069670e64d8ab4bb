import type { Run } from '../database/database.ts';

/** Where a delivery stopped blocking. */
export interface FreedIntent {
  endpoint_id: string;
  intent_id: string | null;
}

/**
 * For a statement with a common table expression `freed` of endpoints and intents: the next event of each intent does not wait
 * any longer, from a time on. `released` has those that waited.
 */
export const releaseAt = (time: string): string => `
next AS MATERIALIZED (
  SELECT waiting.* FROM freed CROSS JOIN LATERAL (
    SELECT merchant_id, livemode, id, created_at FROM florin_data.deliveries
    WHERE endpoint_id = freed.endpoint_id AND intent_id = freed.intent_id AND state = 'pending' AND next_attempt_at IS NULL
    ORDER BY number LIMIT 1
  ) AS waiting
), released AS (
  UPDATE florin_data.deliveries AS delivery SET next_attempt_at = ${time} FROM next
  WHERE delivery.merchant_id = next.merchant_id AND delivery.livemode = next.livemode AND delivery.id = next.id
    AND delivery.created_at = next.created_at
  RETURNING delivery.endpoint_id, delivery.intent_id
)`;

const RELEASE = `
WITH freed AS (
  SELECT endpoint_id, intent_id FROM jsonb_to_recordset($1::jsonb) AS intent (endpoint_id uuid, intent_id uuid)
), ${releaseAt('$2')}
SELECT FROM released`;

/** The next event of each intent does not wait any longer. */
export async function releaseNext(run: Run, freed: readonly FreedIntent[], nowMs: number): Promise<void> {
  if (freed.length > 0) await run(RELEASE, [JSON.stringify(freed), new Date(nowMs)]);
}
