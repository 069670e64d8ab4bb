import type { DeliveryId, EndpointId, EventId, IntentId } from '../ids.ts';

export const DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** One event on its way to one endpoint. */
export interface Delivery {
  id: DeliveryId;
  endpointId: EndpointId;
  eventId: EventId;
  eventType: string;
  /** The number of the event; 0 for a test event. */
  number: number;
  intentId: IntentId | undefined;
  state: DeliveryState;
  /** Since it was sent first, or was started again after it had failed. */
  attempts: number;
  /** Undefined while it waits for an earlier event of its intent, and at its end. */
  nextAttemptAtMs: number | undefined;
  /** The status of the last response; undefined if there was none. */
  lastStatus: number | undefined;
  lastMs: number | undefined;
  lastError: string | undefined;
  deliveredAtMs: number | undefined;
  createdAtMs: number;
}

/** One request of a delivery, and what came back. */
export interface DeliveryAttempt {
  attempt: number;
  atMs: number;
  status: number | undefined;
  ms: number;
  error: string | undefined;
  requestHeaders: Record<string, string>;
  responseHeaders: Record<string, string> | undefined;
  /** The beginning of the response. */
  responseBody: string | undefined;
}
