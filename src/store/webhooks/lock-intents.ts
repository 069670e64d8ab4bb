import type { Run } from '../database/database.ts';
import type { FreedIntent } from './release-next.ts';

/**
 * Locks the pending deliveries of intents in the order of their IDs, as the dispatcher locks what its new deliveries wait
 * for, so that neither waits for the other for ever.
 */
export async function lockIntents(run: Run, intents: readonly FreedIntent[]): Promise<void> {
  if (intents.length === 0) return;
  await run(
    `SELECT FROM florin_data.deliveries AS delivery
     JOIN (SELECT DISTINCT endpoint_id, intent_id
           FROM jsonb_to_recordset($1::jsonb) AS row (endpoint_id uuid, intent_id uuid)) AS intent
       ON delivery.endpoint_id = intent.endpoint_id AND delivery.intent_id = intent.intent_id
     WHERE delivery.state = 'pending'
     ORDER BY delivery.id FOR UPDATE OF delivery`,
    [JSON.stringify(intents)],
  );
}
