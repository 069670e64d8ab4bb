import { type EndpointId, uuidOf } from '../../domain/ids.ts';
import { BLOCKING_ATTEMPTS } from '../../domain/webhooks/retry-schedule.ts';
import type { Database } from '../database/database.ts';
import { type FreedIntent, releaseNext } from './release-next.ts';

/** What the endpoint is, if it gets nothing. A deleted one has no row. */
const GIVE_UP = `
WITH pending AS MATERIALIZED (
  SELECT delivery.merchant_id, delivery.livemode, delivery.id, delivery.created_at,
    CASE WHEN endpoint.id IS NULL THEN 'deleted' ELSE 'disabled' END AS fate
  FROM florin_data.deliveries AS delivery
  LEFT JOIN florin_data.webhook_endpoints AS endpoint ON endpoint.merchant_id = delivery.merchant_id
    AND endpoint.livemode = delivery.livemode AND endpoint.id = delivery.endpoint_id
  WHERE delivery.endpoint_id = $1 AND delivery.state = 'pending' AND endpoint.status IS DISTINCT FROM 'enabled'
  ORDER BY delivery.intent_id, delivery.number LIMIT $2 FOR UPDATE OF delivery
)
UPDATE florin_data.deliveries AS delivery SET state = 'failed', next_attempt_at = NULL, claimed_until = NULL,
  claim_token = NULL, last_error = 'The endpoint was ' || pending.fate || '.'
FROM pending
WHERE delivery.merchant_id = pending.merchant_id AND delivery.livemode = pending.livemode
  AND delivery.id = pending.id AND delivery.created_at = pending.created_at
RETURNING delivery.endpoint_id, delivery.intent_id, delivery.ordered AND delivery.attempts < $3 AS was_blocking`;

/** Fails pending deliveries of an endpoint that is disabled or deleted. Returns how many. */
export function giveUpDeliveries(database: Database, id: EndpointId, nowMs: number, limit: number): Promise<number> {
  return database.transaction(async (run) => {
    const failed = await run<FreedIntent & { was_blocking: boolean }>(GIVE_UP, [uuidOf(id), limit, BLOCKING_ATTEMPTS]);
    // The endpoint may be enabled again before the rest fails, and then nothing may wait for what has failed.
    const freed = failed.filter(({ was_blocking }) => was_blocking);
    await releaseNext(run, freed, nowMs);
    return failed.length;
  });
}
