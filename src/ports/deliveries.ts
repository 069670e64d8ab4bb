import type { DeliveryId, EndpointId, EventId } from '../domain/ids.ts';
import type { Delivery, DeliveryAttempt, DeliveryState } from '../domain/webhooks/delivery.ts';

export interface DeliveryFilter {
  endpointId?: EndpointId | undefined;
  eventId?: EventId | undefined;
  /** Only deliveries of these events. */
  eventIds?: readonly EventId[] | undefined;
  state?: DeliveryState | undefined;
  olderThan?: DeliveryId | undefined;
  limit: number;
}

/** A delivery with the body that every attempt sends. */
export interface DeliveryWithBody extends Delivery {
  body: string;
}

export interface DeliveryCount {
  endpointId: EndpointId;
  /** The start of the hour in which they were created. */
  hourMs: number;
  state: DeliveryState;
  count: number;
}

/** The deliveries of one merchant in one mode. */
export interface Deliveries {
  /** Newest first. */
  list(filter: DeliveryFilter): Promise<Delivery[]>;
  /** With its newest attempts, oldest first. */
  find(id: DeliveryId): Promise<{ delivery: DeliveryWithBody; attempts: DeliveryAttempt[] } | undefined>;
  /** Adds deliveries that nothing waits for: test events, and events that are sent again. */
  insert(deliveries: readonly DeliveryWithBody[]): Promise<void>;
  /** The bodies that an endpoint got or will get for events: there is one per endpoint and event. */
  findBodies(endpointId: EndpointId, eventIds: readonly EventId[]): Promise<Map<EventId, string>>;
  /** How many deliveries to an endpoint are pending, counted up to a limit. */
  countPending(endpointId: EndpointId, limit: number): Promise<number>;
  /** Starts failed deliveries again, the oldest first. Nothing waits for them. Returns how many. */
  retryFailed(endpointId: EndpointId, nowMs: number, limit: number): Promise<number>;
  /** Counts the deliveries to each endpoint since a time, but at most its newest `limit`. */
  countByHour(sinceMs: number, limit: number): Promise<DeliveryCount[]>;
}
