import type { DeliveryId, EndpointId, EventId, IntentId } from '../ids.ts';
import type { Delivery } from './delivery.ts';

interface DeliveredEvent {
  id: EventId;
  type: string;
  number: number;
  intentId: IntentId | undefined;
}

/** A delivery that is due at once. */
export const openDelivery = (
  id: DeliveryId,
  endpointId: EndpointId,
  event: DeliveredEvent,
  nowMs: number,
): Delivery => ({
  id,
  endpointId,
  eventId: event.id,
  eventType: event.type,
  number: event.number,
  intentId: event.intentId,
  state: 'pending',
  attempts: 0,
  nextAttemptAtMs: nowMs,
  lastStatus: undefined,
  lastMs: undefined,
  lastError: undefined,
  deliveredAtMs: undefined,
  createdAtMs: nowMs,
});
