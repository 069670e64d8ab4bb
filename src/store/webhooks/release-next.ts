import type { Run } from '../database/database.ts';

/** Where a delivery stopped blocking. */
export interface FreedIntent {
  endpoint_id: string;
  intent_id: string | null;
}

/** The next event of each intent does not wait any longer. Returns where there was one. */
export async function releaseNext(run: Run, freed: readonly FreedIntent[], nowMs: number): Promise<FreedIntent[]> {
  const intents = freed.filter(({ intent_id }) => intent_id !== null);
  if (intents.length === 0) return [];
  return run<FreedIntent>(
    `WITH next AS MATERIALIZED (
       SELECT waiting.* FROM jsonb_to_recordset($1::jsonb) AS freed (endpoint_id uuid, intent_id uuid)
       CROSS JOIN LATERAL (
         SELECT merchant_id, livemode, id, created_at FROM florin_data.deliveries
         WHERE endpoint_id = freed.endpoint_id AND intent_id = freed.intent_id AND state = 'pending'
           AND next_attempt_at IS NULL
         ORDER BY number LIMIT 1
       ) AS waiting
     )
     UPDATE florin_data.deliveries AS delivery SET next_attempt_at = $2 FROM next
     WHERE delivery.merchant_id = next.merchant_id AND delivery.livemode = next.livemode AND delivery.id = next.id
       AND delivery.created_at = next.created_at
     RETURNING delivery.endpoint_id, delivery.intent_id`,
    [JSON.stringify(intents), new Date(nowMs)],
  );
}
