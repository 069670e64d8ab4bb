import type { Run } from '../database/database.ts';
import type { FreedIntent } from './release-next.ts';

/**
 * Finds everything that is pending of intents, which is one delivery each, or a few that wait for it, and locks it in the order
 * of its IDs. The limits keep to the indexes.
 */
const LOCK = `
SELECT FROM (
  SELECT found.* FROM jsonb_to_recordset($1::jsonb) AS intent (endpoint_id uuid, intent_id uuid)
  CROSS JOIN LATERAL (
    SELECT merchant_id, livemode, id, created_at FROM florin_data.deliveries AS delivery
    WHERE delivery.endpoint_id = intent.endpoint_id AND delivery.intent_id = intent.intent_id AND state = 'pending'
    ORDER BY number LIMIT 100
  ) AS found
  ORDER BY id
) AS pending
CROSS JOIN LATERAL (
  SELECT FROM florin_data.deliveries AS delivery
  WHERE delivery.merchant_id = pending.merchant_id AND delivery.livemode = pending.livemode AND delivery.id = pending.id
    AND delivery.created_at = pending.created_at LIMIT 1 FOR UPDATE
) AS locked`;

/**
 * Locks the pending deliveries of intents in the order of their IDs, as the dispatcher locks what its new deliveries wait
 * for, so that neither waits for the other for ever.
 */
export async function lockIntents(run: Run, intents: readonly FreedIntent[]): Promise<void> {
  if (intents.length > 0) await run(LOCK, [JSON.stringify(intents)]);
}
