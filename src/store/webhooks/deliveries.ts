import { type DeliveryId, type EndpointId, type EventId, idFromUuid, lowestIdAt, uuidOf } from '../../domain/ids.ts';
import { LIMITS } from '../../domain/limits.ts';
import {
  DELIVERY_STATES,
  type Delivery,
  type DeliveryAttempt,
  type DeliveryState,
} from '../../domain/webhooks/delivery.ts';
import type { Deliveries, DeliveryCount, DeliveryFilter, DeliveryWithBody } from '../../ports/deliveries.ts';
import type { Database } from '../database/database.ts';
import { ensurePartitions } from '../database/partitions.ts';
import { DELIVERY_COLUMNS, type DeliveryRow, readDelivery } from './delivery-row.ts';

const HOUR_MS = 3_600_000;

interface AttemptRow {
  attempt: number;
  at: Date;
  status: number | null;
  ms: number;
  error: string | null;
  request_headers: Record<string, string>;
  response_headers: Record<string, string> | null;
  response_body: string | null;
}

const readAttempt = (row: AttemptRow): DeliveryAttempt => ({
  attempt: row.attempt,
  atMs: row.at.getTime(),
  status: row.status ?? undefined,
  ms: row.ms,
  error: row.error ?? undefined,
  requestHeaders: row.request_headers,
  responseHeaders: row.response_headers ?? undefined,
  responseBody: row.response_body ?? undefined,
});

/** `OFFSET 0` makes the planner look each event up in its index, whatever it believes about the other filters. */
const ofEvents = (place: number) => `(
  SELECT delivery.* FROM unnest($${place}::uuid[]) AS wanted (id)
  CROSS JOIN LATERAL (
    SELECT merchant_id, livemode, ${DELIVERY_COLUMNS} FROM florin_data.deliveries
    WHERE merchant_id = $1 AND livemode = $2 AND event_id = wanted.id OFFSET 0
  ) AS delivery
) AS delivery`;

/** The state is part of the text, so that PostgreSQL sees which partial index serves it. No other text gets there. */
const IN_STATE = new Map<DeliveryState, string>(DELIVERY_STATES.map((state) => [state, ` AND state = '${state}'`]));

function inState(state: DeliveryState): string {
  const filter = IN_STATE.get(state);
  if (filter === undefined) throw new RangeError('there is no such state of a delivery');
  return filter;
}

/** The deliveries of one merchant in one mode. */
export class PostgresDeliveries implements Deliveries {
  readonly #database: Database;
  readonly #tenant: readonly [merchant: string, livemode: boolean];

  constructor(database: Database, merchant: string, livemode: boolean) {
    this.#database = database;
    this.#tenant = [merchant, livemode];
  }

  async list({ endpointId, eventId, eventIds, state, olderThan, limit }: DeliveryFilter): Promise<Delivery[]> {
    const values: unknown[] = [...this.#tenant, limit];
    const match = (column: string, id: EndpointId | EventId | DeliveryId | undefined) =>
      id === undefined ? '' : ` AND ${column} $${values.push(uuidOf(id))}`;
    const filters = [
      match('endpoint_id =', endpointId),
      match('event_id =', eventId),
      match('id <', olderThan),
      state === undefined ? '' : inState(state),
    ];
    const isOfEvents = eventIds !== undefined;
    if (isOfEvents) values.push(eventIds.map(uuidOf));
    const rows = await this.#database.query<DeliveryRow>({
      name: `list-deliveries-${filters.map((filter) => Number(filter !== '')).join('')}-${state}${isOfEvents ? '-of-events' : ''}`,
      text: `SELECT ${DELIVERY_COLUMNS} FROM ${isOfEvents ? ofEvents(values.length) : 'florin_data.deliveries'}
             WHERE merchant_id = $1 AND livemode = $2${filters.join('')} ORDER BY id DESC LIMIT $3`,
      values,
    });
    return rows.map(readDelivery);
  }

  async find(id: DeliveryId) {
    const values = [...this.#tenant, uuidOf(id)];
    const [row] = await this.#database.query<DeliveryRow & { body: string }>({
      name: 'find-delivery',
      text: `SELECT ${DELIVERY_COLUMNS}, body FROM florin_data.deliveries
             WHERE merchant_id = $1 AND livemode = $2 AND id = $3`,
      values,
    });
    if (!row) return undefined;
    const attempts = await this.#database.query<AttemptRow>({
      name: 'list-delivery-attempts',
      text: `SELECT attempt, at, status, ms, error, request_headers, response_headers, response_body
             FROM florin_data.delivery_attempts
             WHERE merchant_id = $1 AND livemode = $2 AND delivery_id = $3 ORDER BY at DESC, attempt DESC LIMIT $4`,
      values: [...values, LIMITS.attemptsShownMax],
    });
    return { delivery: { ...readDelivery(row), body: row.body }, attempts: attempts.toReversed().map(readAttempt) };
  }

  async insert(deliveries: readonly DeliveryWithBody[]): Promise<void> {
    const [first] = deliveries;
    if (!first) return;
    await ensurePartitions(this.#database, 'deliveries', 'month', first.createdAtMs);
    await this.#database.query({
      name: 'insert-deliveries',
      text: `INSERT INTO florin_data.deliveries (merchant_id, livemode, id, endpoint_id, event_id, event_type, number,
               intent_id, body, state, ordered, next_attempt_at, created_at)
             SELECT $1, $2, id, endpoint_id, event_id, event_type, number, intent_id, body, 'pending', false,
               next_attempt_at, created_at
             FROM jsonb_to_recordset($3::jsonb) AS row (id uuid, endpoint_id uuid, event_id uuid, event_type text,
               number bigint, intent_id uuid, body text, next_attempt_at timestamptz, created_at timestamptz)`,
      values: [
        ...this.#tenant,
        JSON.stringify(
          deliveries.map((delivery) => ({
            id: uuidOf(delivery.id),
            endpoint_id: uuidOf(delivery.endpointId),
            event_id: uuidOf(delivery.eventId),
            event_type: delivery.eventType,
            number: delivery.number,
            intent_id: delivery.intentId === undefined ? null : uuidOf(delivery.intentId),
            body: delivery.body,
            next_attempt_at: new Date(delivery.nextAttemptAtMs ?? delivery.createdAtMs),
            created_at: new Date(delivery.createdAtMs),
          })),
        ),
      ],
    });
  }

  async findBodies(endpointId: EndpointId, eventIds: readonly EventId[]): Promise<Map<EventId, string>> {
    const rows = await this.#database.query<{ event_id: string; body: string }>({
      name: 'find-bodies',
      text: `SELECT DISTINCT ON (event_id) event_id, body FROM florin_data.deliveries
             WHERE merchant_id = $1 AND livemode = $2 AND event_id = ANY ($4::uuid[]) AND endpoint_id = $3
             ORDER BY event_id, id`,
      values: [...this.#tenant, uuidOf(endpointId), eventIds.map(uuidOf)],
    });
    return new Map(rows.map(({ event_id, body }) => [idFromUuid('evt', event_id), body]));
  }

  async countPending(endpointId: EndpointId, limit: number): Promise<number> {
    const [row] = await this.#database.query<{ count: number }>({
      name: 'count-pending-of-endpoint',
      text: `SELECT count(*)::int AS count FROM (
               SELECT FROM florin_data.deliveries
               WHERE merchant_id = $1 AND livemode = $2 AND endpoint_id = $3 AND state = 'pending' LIMIT $4
             ) AS pending`,
      values: [...this.#tenant, uuidOf(endpointId), limit],
    });
    return row?.count ?? 0;
  }

  async retryFailed(endpointId: EndpointId, nowMs: number, limit: number): Promise<number> {
    const rows = await this.#database.query({
      name: 'retry-failed-deliveries',
      text: `UPDATE florin_data.deliveries AS delivery
             SET state = 'pending', ordered = false, attempts = 0, next_attempt_at = $4
             FROM (SELECT id, created_at FROM florin_data.deliveries
                   WHERE merchant_id = $1 AND livemode = $2 AND endpoint_id = $3 AND state = 'failed'
                   ORDER BY id LIMIT $5 FOR UPDATE) AS failed
             WHERE merchant_id = $1 AND livemode = $2 AND delivery.id = failed.id
               AND delivery.created_at = failed.created_at
             RETURNING 1`,
      values: [...this.#tenant, uuidOf(endpointId), new Date(nowMs), limit],
    });
    return rows.length;
  }

  async countByHour(sinceMs: number, limit: number): Promise<DeliveryCount[]> {
    const rows = await this.#database.query<{ endpoint_id: string; hour: number; state: DeliveryState; count: number }>(
      {
        name: 'count-deliveries',
        text: `SELECT endpoint.id AS endpoint_id, delivery.hour, delivery.state, count(*)::int AS count
             FROM florin_data.webhook_endpoints AS endpoint
             CROSS JOIN LATERAL (
               SELECT floor(extract(epoch FROM created_at) / 3600)::int AS hour, state FROM florin_data.deliveries
               WHERE merchant_id = $1 AND livemode = $2 AND endpoint_id = endpoint.id AND id >= $3 AND created_at >= $4
               ORDER BY id DESC LIMIT $5
             ) AS delivery
             WHERE endpoint.merchant_id = $1 AND endpoint.livemode = $2
             GROUP BY endpoint.id, delivery.hour, delivery.state`,
        values: [...this.#tenant, uuidOf(lowestIdAt('dlv', sinceMs)), new Date(sinceMs), limit],
      },
    );
    return rows.map(({ endpoint_id: endpointId, hour, state, count }) => ({
      endpointId: idFromUuid('we', endpointId),
      hourMs: hour * HOUR_MS,
      state,
      count,
    }));
  }
}
