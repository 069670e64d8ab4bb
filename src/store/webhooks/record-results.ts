import { uuidOf } from '../../domain/ids.ts';
import { SUCCESS_NOTED_MS } from '../../domain/webhooks/endpoint.ts';
import { BLOCKING_ATTEMPTS } from '../../domain/webhooks/retry-schedule.ts';
import type { DeliveryResult, Recorded } from '../../ports/delivery-queue.ts';
import type { Database } from '../database/database.ts';
import { ensurePartitions } from '../database/partitions.ts';
import { lockIntents } from './lock-intents.ts';
import { listHealthy, noteFailures, type RecordedResult } from './note-health.ts';
import { type FreedIntent, releaseAt } from './release-next.ts';

interface WrittenRow {
  id: string;
  token: string;
  /** Whether the next event of the intent waited for it. */
  was_released: boolean;
}

/** Records results and attempts, releases what waited for them, and notes that endpoints are healthy. */
const WRITE = `
WITH written AS (
  UPDATE florin_data.deliveries AS delivery
  SET state = result.state, attempts = delivery.attempts + 1, next_attempt_at = result.next_attempt_at,
    claimed_until = NULL, claim_token = NULL, last_status = result.status, last_ms = result.ms, last_error = result.error,
    delivered_at = result.delivered_at
  FROM jsonb_to_recordset($1::jsonb) AS result (merchant_id uuid, livemode boolean, id uuid, created_at timestamptz,
    token uuid, state text, next_attempt_at timestamptz, status integer, ms integer, error text, delivered_at timestamptz,
    attempt integer, at timestamptz, request_headers jsonb, response_headers jsonb, response_body text)
  WHERE delivery.merchant_id = result.merchant_id AND delivery.livemode = result.livemode AND delivery.id = result.id
    AND delivery.created_at = result.created_at AND delivery.claim_token = result.token
  RETURNING delivery.merchant_id, delivery.livemode, delivery.id, result.token, delivery.endpoint_id, delivery.intent_id,
    delivery.last_status, delivery.last_ms, delivery.last_error, result.attempt, result.at, result.request_headers,
    result.response_headers, result.response_body, delivery.state, delivery.ordered AND delivery.attempts <= $2
      AND (delivery.state <> 'pending' OR delivery.attempts = $2) AS was_freed
), logged AS (
  INSERT INTO florin_data.delivery_attempts (merchant_id, livemode, delivery_id, attempt, at, status, ms, error,
    request_headers, response_headers, response_body)
  SELECT merchant_id, livemode, id, attempt, at, last_status, last_ms, last_error, request_headers, response_headers,
    response_body
  FROM written
), healthy AS (
  UPDATE florin_data.webhook_endpoints AS endpoint SET failing_since = NULL, last_success_at = $3
  FROM jsonb_to_recordset($4::jsonb) AS good (merchant_id uuid, livemode boolean, id uuid, url text)
  WHERE endpoint.merchant_id = good.merchant_id AND endpoint.livemode = good.livemode AND endpoint.id = good.id
    AND endpoint.url = good.url AND (failing_since IS NOT NULL OR last_success_at IS NULL OR last_success_at <= $5)
    AND EXISTS (SELECT FROM written WHERE written.endpoint_id = endpoint.id AND written.state = 'delivered')
), freed AS (
  SELECT endpoint_id, intent_id FROM written WHERE was_freed
), ${releaseAt('$3')}
SELECT id, token, EXISTS (SELECT FROM released WHERE released.endpoint_id = written.endpoint_id
  AND released.intent_id = written.intent_id) AS was_released
FROM written`;

/** Writes attempts in one transaction. Returns what became of each. */
export async function recordResults(database: Database, recorded: readonly RecordedResult[]): Promise<Recorded[]> {
  const results = recorded.map(({ result }) => result);
  const firstMs = Math.min(...results.map(({ attempt }) => attempt.atMs));
  const nowMs = Math.max(...results.map(({ endedAtMs }) => endedAtMs));
  await ensurePartitions(database, 'delivery_attempts', 'month', firstMs);
  return database.transaction(async (run) => {
    await lockIntents(run, results.flatMap(blockedIntent));
    const rows = await run<WrittenRow>(WRITE, [
      JSON.stringify(results.map(recordOf)),
      BLOCKING_ATTEMPTS,
      new Date(nowMs),
      listHealthy(recorded),
      new Date(nowMs - SUCCESS_NOTED_MS),
    ]);
    const written = new Map(rows.map((row) => [`${row.id} ${row.token}`, row]));
    const rowOf = ({ claimed }: DeliveryResult) => written.get(`${uuidOf(claimed.id)} ${claimed.token}`);
    await noteFailures(
      run,
      recorded.filter(({ result }) => rowOf(result)),
      nowMs,
    );
    return results.map((result) => {
      const row = rowOf(result);
      if (!row) return 'lost';
      return row.was_released ? 'released' : 'recorded';
    });
  });
}

/** Where later events may wait for this one. */
const blockedIntent = ({ claimed: { isOrdered, intentId, endpoint } }: DeliveryResult): FreedIntent[] =>
  isOrdered && intentId ? [{ endpoint_id: uuidOf(endpoint.id), intent_id: uuidOf(intentId) }] : [];

function recordOf({ claimed, attempt, isDelivered, nextAttemptAtMs, endedAtMs }: DeliveryResult) {
  return {
    merchant_id: uuidOf(claimed.merchantId),
    livemode: claimed.livemode,
    id: uuidOf(claimed.id),
    created_at: new Date(claimed.createdAtMs),
    token: claimed.token,
    state: stateAfter(isDelivered, nextAttemptAtMs),
    next_attempt_at: nextAttemptAtMs === undefined ? null : new Date(nextAttemptAtMs),
    delivered_at: isDelivered ? new Date(endedAtMs) : null,
    status: attempt.status,
    ms: attempt.ms,
    error: attempt.error,
    attempt: attempt.attempt,
    at: new Date(attempt.atMs),
    request_headers: attempt.requestHeaders,
    response_headers: attempt.responseHeaders,
    response_body: attempt.responseBody,
  };
}

function stateAfter(isDelivered: boolean, nextAttemptAtMs: number | undefined): 'pending' | 'delivered' | 'failed' {
  if (isDelivered) return 'delivered';
  return nextAttemptAtMs === undefined ? 'failed' : 'pending';
}
