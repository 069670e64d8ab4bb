import type { DeliveryId, EndpointId, EventId } from '../domain/ids.ts';
import type { Delivery, DeliveryAttempt, DeliveryState } from '../domain/webhooks/delivery.ts';

export interface DeliveryFilter {
  endpointId?: EndpointId | undefined;
  eventId?: EventId | undefined;
  state?: DeliveryState | undefined;
  olderThan?: DeliveryId | undefined;
  limit: number;
}

/** The deliveries of one merchant in one mode. */
export interface Deliveries {
  /** Newest first. */
  list(filter: DeliveryFilter): Promise<Delivery[]>;
  find(id: DeliveryId): Promise<{ delivery: Delivery; body: string; attempts: DeliveryAttempt[] } | undefined>;
  /** Adds a delivery that nothing waits for: a test event, or an event that is sent again with its body of then. */
  insert(delivery: Delivery, body: string): Promise<void>;
  /** The body that an endpoint got or will get for an event: there is one per endpoint and event. */
  findBody(endpointId: EndpointId, eventId: EventId): Promise<string | undefined>;
  /** Makes failed deliveries pending again; returns how many. */
  retryFailed(endpointId: EndpointId, nowMs: number, limit: number): Promise<number>;
}
