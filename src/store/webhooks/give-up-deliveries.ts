import { uuidOf } from '../../domain/ids.ts';
import { BLOCKING_ATTEMPTS } from '../../domain/webhooks/retry-schedule.ts';
import type { PendingEndpoint } from '../../ports/delivery-queue.ts';
import type { Database } from '../database/database.ts';
import { type FreedIntent, releaseNext } from './release-next.ts';

/** Of an intent, the first one first: a later one may not fail before it. */
const GIVE_UP = `
WITH pending AS MATERIALIZED (
  SELECT merchant_id, livemode, id, created_at FROM florin_data.deliveries
  WHERE endpoint_id = $1 AND state = 'pending' ORDER BY endpoint_id, intent_id, number LIMIT $2 FOR UPDATE
)
UPDATE florin_data.deliveries AS delivery
SET state = 'failed', next_attempt_at = NULL, claimed_until = NULL, claim_token = NULL, last_error = $4
FROM pending
WHERE delivery.merchant_id = pending.merchant_id AND delivery.livemode = pending.livemode
  AND delivery.id = pending.id AND delivery.created_at = pending.created_at
RETURNING delivery.endpoint_id, delivery.intent_id, delivery.ordered AND delivery.attempts < $3 AS was_blocking`;

/** Fails pending deliveries of an endpoint that is disabled or deleted. Returns how many. */
export function giveUpDeliveries(
  database: Database,
  { id, merchantId, livemode }: PendingEndpoint,
  nowMs: number,
  limit: number,
): Promise<number> {
  return database.transaction(async (run) => {
    const [endpoint] = await run<{ status: string }>(
      'SELECT status FROM florin_data.webhook_endpoints WHERE merchant_id = $1 AND livemode = $2 AND id = $3',
      [uuidOf(merchantId), livemode, uuidOf(id)],
    );
    if (endpoint?.status === 'enabled') return 0;
    const reason = `The endpoint was ${endpoint ? 'disabled' : 'deleted'}.`;
    const values = [uuidOf(id), limit, BLOCKING_ATTEMPTS, reason];
    const failed = await run<FreedIntent & { was_blocking: boolean }>(GIVE_UP, values);
    // The endpoint may be enabled again before the rest fails, and then nothing may wait for what has failed.
    const freed = failed.filter(({ was_blocking }) => was_blocking);
    await releaseNext(run, freed, nowMs);
    return failed.length;
  });
}
