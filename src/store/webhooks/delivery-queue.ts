import { type EndpointId, idFromUuid, uuidOf } from '../../domain/ids.ts';
import { LIMITS } from '../../domain/limits.ts';
import type {
  Claim,
  ClaimedDelivery,
  DeliveryQueue,
  DeliveryResult,
  DescribeDisabled,
  ListedEndpoint,
  PendingEndpoint,
  Recorded,
} from '../../ports/delivery-queue.ts';
import { isPresent } from '../data-stores/is-present.ts';
import { Batcher } from '../database/batcher.ts';
import { type Database, databaseAway, isAway, type Run, sqlState } from '../database/database.ts';
import { readTraces } from '../events/event-traces.ts';
import { type EndpointRow, QUALIFIED_COLUMNS, readEndpoint } from './endpoint-row.ts';
import { giveUpDeliveries } from './give-up-deliveries.ts';
import type { RecordedResult } from './note-health.ts';
import { recordResults } from './record-results.ts';

const BATCH_RESULTS_MAX = 256;
const BATCH_RESULTS_ENOUGH = 16;
/** Nobody waits for a result except the next event of the same intent. */
const RESULTS_GATHER_MS = 50;
const LOWEST_UUID = '00000000-0000-0000-0000-000000000000';

interface PendingRow {
  endpoint_id: string;
  merchant_id: string;
  livemode: boolean;
  is_enabled: boolean;
  is_failing: boolean;
  due_since: Date | null;
}

interface ClaimedRow extends EndpointRow {
  merchant_id: string;
  livemode: boolean;
  delivery_id: string;
  event_id: string;
  intent_id: string | null;
  body: string;
  attempts: number;
  ordered: boolean;
  delivery_created_at: Date;
}

const DUE = `state = 'pending' AND next_attempt_at <= $2 AND (claimed_until IS NULL OR claimed_until <= $2)`;

/**
 * Visits endpoints by the index of what is due, one entry each, however many deliveries are pending for one. Of a merchant
 * that has left, nothing is due and nothing is given up.
 */
const LIST_PENDING = `
WITH RECURSIVE pending (endpoint_id, merchant_id, livemode, place) AS (
  (SELECT endpoint_id, merchant_id, livemode, 1 FROM florin_data.deliveries
   WHERE state = 'pending' AND endpoint_id > $1 ORDER BY endpoint_id LIMIT 1)
  UNION ALL
  SELECT next.*, place + 1 FROM pending CROSS JOIN LATERAL (
    SELECT endpoint_id, merchant_id, livemode FROM florin_data.deliveries
    WHERE state = 'pending' AND endpoint_id > pending.endpoint_id ORDER BY endpoint_id LIMIT 1
  ) AS next
  WHERE place < $3
)
SELECT pending.endpoint_id, pending.merchant_id, pending.livemode,
  coalesce(endpoint.status = 'enabled', false) OR NOT is_present AS is_enabled, endpoint.failing_since IS NOT NULL AS is_failing,
  due.next_attempt_at AS due_since
FROM (SELECT *, ${isPresent('merchant_id')} AS is_present FROM pending) AS pending
LEFT JOIN florin_data.webhook_endpoints AS endpoint ON endpoint.merchant_id = pending.merchant_id
  AND endpoint.livemode = pending.livemode AND endpoint.id = pending.endpoint_id
LEFT JOIN LATERAL (
  SELECT next_attempt_at FROM florin_data.deliveries
  WHERE endpoint_id = pending.endpoint_id AND is_present AND ${DUE} ORDER BY next_attempt_at LIMIT 1
) AS due ON true
ORDER BY pending.endpoint_id`;

/** The outer limit says nothing new, except to the planner. */
const CLAIM = `
WITH due AS MATERIALIZED (
  SELECT room.endpoint_id, found.* FROM unnest($3::uuid[], $4::int[]) AS room (endpoint_id, count)
  CROSS JOIN LATERAL (
    SELECT merchant_id, livemode, id, created_at FROM florin_data.deliveries
    WHERE endpoint_id = room.endpoint_id AND ${DUE}
    ORDER BY next_attempt_at LIMIT room.count
    FOR UPDATE SKIP LOCKED
  ) AS found
  LIMIT ${LIMITS.deliveriesInFlightMax}
)
UPDATE florin_data.deliveries AS delivery SET claimed_until = $1, claim_token = $5
FROM due
JOIN florin_data.webhook_endpoints AS endpoint ON endpoint.merchant_id = due.merchant_id
  AND endpoint.livemode = due.livemode AND endpoint.id = due.endpoint_id AND endpoint.status = 'enabled'
WHERE delivery.merchant_id = due.merchant_id AND delivery.livemode = due.livemode AND delivery.id = due.id
  AND delivery.created_at = due.created_at
RETURNING delivery.merchant_id, delivery.livemode, delivery.id AS delivery_id, delivery.event_id, delivery.intent_id,
  delivery.body, delivery.attempts, delivery.ordered, delivery.created_at AS delivery_created_at,
  ${QUALIFIED_COLUMNS}`;

/** The pending deliveries of all merchants of one database. */
export class PostgresDeliveryQueue implements DeliveryQueue {
  readonly #database: Database;
  readonly #isTraced: boolean;
  readonly #recorder: Batcher<RecordedResult, Recorded>;

  /** If events are traced, a claim also reads where their traces continue. */
  constructor(database: Database, { isTraced = false } = {}) {
    this.#database = database;
    this.#isTraced = isTraced;
    this.#recorder = new Batcher((results) => recordResults(database, results), {
      rowsMax: BATCH_RESULTS_MAX,
      rowsEnough: BATCH_RESULTS_ENOUGH,
      gatherMs: RESULTS_GATHER_MS,
      waitingMax: Infinity,
      waitMsMax: LIMITS.databaseAnswerMsMax,
      isRowError: (error) => sqlState(error) !== undefined && !isAway(error),
      overdue: () => databaseAway(new Error('the results were not recorded in time')),
    });
  }

  readonly #run: Run = (text, values = []) => this.#database.query({ name: 'read-event-traces', text, values });

  async listPending(after: EndpointId | undefined, nowMs: number, limit: number): Promise<ListedEndpoint[]> {
    const rows = await this.#database.query<PendingRow>({
      name: 'list-pending-endpoints',
      text: LIST_PENDING,
      values: [after === undefined ? LOWEST_UUID : uuidOf(after), new Date(nowMs), limit],
    });
    return rows.map((row) => ({
      id: idFromUuid('we', row.endpoint_id),
      merchantId: idFromUuid('mer', row.merchant_id),
      livemode: row.livemode,
      isEnabled: row.is_enabled,
      isFailing: row.is_failing,
      dueSinceMs: row.due_since?.getTime(),
    }));
  }

  async claim({ nowMs, claimedUntilMs, token, rooms }: Claim): Promise<ClaimedDelivery[]> {
    const rows = await this.#database.query<ClaimedRow>({
      name: 'claim-deliveries',
      text: CLAIM,
      values: [
        new Date(claimedUntilMs),
        new Date(nowMs),
        rooms.map(({ endpointId }) => uuidOf(endpointId)),
        rooms.map(({ count }) => count),
        token,
      ],
    });
    const traces = this.#isTraced ? await readTraces(this.#run, rows) : undefined;
    return rows.map((row) => ({
      traceparent: traces?.get(row.event_id)?.traceparent,
      merchantId: idFromUuid('mer', row.merchant_id),
      livemode: row.livemode,
      id: idFromUuid('dlv', row.delivery_id),
      eventId: idFromUuid('evt', row.event_id),
      intentId: row.intent_id === null ? undefined : idFromUuid('pi', row.intent_id),
      body: row.body,
      attempts: row.attempts,
      isOrdered: row.ordered,
      createdAtMs: row.delivery_created_at.getTime(),
      claimedUntilMs,
      token,
      endpoint: readEndpoint(row),
    }));
  }

  record(result: DeliveryResult, describeDisabled: DescribeDisabled): Promise<Recorded> {
    return this.#recorder.submit({ result, describeDisabled });
  }

  async release(claimed: readonly ClaimedDelivery[]): Promise<void> {
    const records = claimed.map(({ merchantId, livemode, id, createdAtMs, token }) => ({
      merchant_id: uuidOf(merchantId),
      livemode,
      id: uuidOf(id),
      created_at: new Date(createdAtMs),
      token,
    }));
    await this.#database.query({
      name: 'release-deliveries',
      text: `UPDATE florin_data.deliveries AS delivery SET claimed_until = NULL, claim_token = NULL
             FROM jsonb_to_recordset($1::jsonb) AS claimed (merchant_id uuid, livemode boolean, id uuid,
               created_at timestamptz, token uuid)
             WHERE delivery.merchant_id = claimed.merchant_id AND delivery.livemode = claimed.livemode
               AND delivery.id = claimed.id AND delivery.created_at = claimed.created_at
               AND delivery.claim_token = claimed.token AND ${isPresent('delivery.merchant_id')}`,
      values: [JSON.stringify(records)],
    });
  }

  giveUp(endpoint: PendingEndpoint, nowMs: number, limit: number): Promise<number> {
    return giveUpDeliveries(this.#database, endpoint, nowMs, limit);
  }

  async countPending(limit: number): Promise<number> {
    const [row] = await this.#database.query<{ count: number }>({
      name: 'count-pending-deliveries',
      text: `SELECT count(*)::int AS count
             FROM (SELECT FROM florin_data.deliveries WHERE state = 'pending' LIMIT $1) AS pending`,
      values: [limit],
    });
    return row?.count ?? 0;
  }
}
