import { idFromUuid } from '../../domain/ids.ts';
import type { Delivery, DeliveryState } from '../../domain/webhooks/delivery.ts';

export interface DeliveryRow {
  id: string;
  endpoint_id: string;
  event_id: string;
  event_type: string;
  /** A bigint, which the driver returns as text. */
  number: string;
  intent_id: string | null;
  state: DeliveryState;
  attempts: number;
  next_attempt_at: Date | null;
  last_status: number | null;
  last_ms: number | null;
  last_error: string | null;
  delivered_at: Date | null;
  created_at: Date;
}

export const DELIVERY_COLUMNS = `id, endpoint_id, event_id, event_type, number, intent_id, state, attempts, next_attempt_at,
  last_status, last_ms, last_error, delivered_at, created_at`;

export const readDelivery = (row: DeliveryRow): Delivery => ({
  id: idFromUuid('dlv', row.id),
  endpointId: idFromUuid('we', row.endpoint_id),
  eventId: idFromUuid('evt', row.event_id),
  eventType: row.event_type,
  number: Number(row.number),
  intentId: row.intent_id === null ? undefined : idFromUuid('pi', row.intent_id),
  state: row.state,
  attempts: row.attempts,
  nextAttemptAtMs: row.next_attempt_at?.getTime(),
  lastStatus: row.last_status ?? undefined,
  lastMs: row.last_ms ?? undefined,
  lastError: row.last_error ?? undefined,
  deliveredAtMs: row.delivered_at?.getTime(),
  createdAtMs: row.created_at.getTime(),
});
