import type { Run } from '../database/database.ts';
import type { FreedIntent } from './release-next.ts';

/** Everything that is pending of an intent: one delivery, or a few that wait for it. The limit keeps to the index. */
const FIND = `
SELECT found.* FROM jsonb_to_recordset($1::jsonb) AS intent (endpoint_id uuid, intent_id uuid)
CROSS JOIN LATERAL (
  SELECT merchant_id, livemode, id, created_at FROM florin_data.deliveries AS delivery
  WHERE delivery.endpoint_id = intent.endpoint_id AND delivery.intent_id = intent.intent_id AND state = 'pending'
  ORDER BY number LIMIT 100
) AS found`;

/** Locks them in the given order, one lookup each. */
const LOCK = `
SELECT FROM jsonb_to_recordset($1::jsonb) AS found (merchant_id uuid, livemode boolean, id uuid, created_at timestamptz)
CROSS JOIN LATERAL (
  SELECT FROM florin_data.deliveries AS delivery
  WHERE delivery.merchant_id = found.merchant_id AND delivery.livemode = found.livemode AND delivery.id = found.id
    AND delivery.created_at = found.created_at LIMIT 1 FOR UPDATE
) AS locked`;

/**
 * Locks the pending deliveries of intents in the order of their IDs, as the dispatcher locks what its new deliveries wait
 * for, so that neither waits for the other for ever.
 */
export async function lockIntents(run: Run, intents: readonly FreedIntent[]): Promise<void> {
  if (intents.length === 0) return;
  const found = await run<{ id: string }>(FIND, [JSON.stringify(intents)]);
  const inOrder = found.sort((a, b) => (a.id < b.id ? -1 : 1));
  await run(LOCK, [JSON.stringify(inOrder)]);
}
