import type { DeliveryId, EndpointId, EventId, IntentId, MerchantId } from '../domain/ids.ts';
import type { DeliveryAttempt } from '../domain/webhooks/delivery.ts';
import type { Endpoint } from '../domain/webhooks/endpoint.ts';
import type { MerchantEvent } from './merchant-event.ts';

/** An endpoint that deliveries are pending for. */
export interface PendingEndpoint {
  id: EndpointId;
  merchantId: MerchantId;
  livemode: boolean;
  /** False if it is disabled or deleted. */
  isEnabled: boolean;
  /** Whether nothing but failures came from it lately. */
  isFailing: boolean;
}

export interface ListedEndpoint extends PendingEndpoint {
  /** Since when something can be sent to it; undefined if nothing can be sent now. */
  dueSinceMs: number | undefined;
}

/** How many deliveries to one endpoint may be claimed. */
export interface Room {
  endpointId: EndpointId;
  merchantId: MerchantId;
  count: number;
}

export interface Claim {
  nowMs: number;
  claimedUntilMs: number;
  /** Marks this claim: the result of an earlier claim is not recorded. */
  token: string;
  rooms: readonly Room[];
}

/** A delivery that this process may send until `claimedUntilMs`. */
export interface ClaimedDelivery {
  merchantId: MerchantId;
  livemode: boolean;
  id: DeliveryId;
  /** The webhook-id. */
  eventId: EventId;
  intentId: IntentId | undefined;
  body: string;
  /** Failed attempts so far. */
  attempts: number;
  /** Whether later events of the intent wait for it. What is sent again holds nothing up. */
  isOrdered: boolean;
  createdAtMs: number;
  claimedUntilMs: number;
  token: string;
  endpoint: Endpoint;
  /** Where the trace of the event continues, if it is recorded. */
  traceparent?: string | undefined;
}

/** Sends deliveries that are claimed in the transaction that adds them. */
export interface Carrier {
  /** Room for new deliveries: none for endpoints that fail, or that others wait for. */
  offer(due: readonly PendingEndpoint[]): Claim;
  /** Sends what was claimed, after the commit. */
  carry(claimed: readonly ClaimedDelivery[]): void;
}

/** How an attempt ended: delivered, or when to try again; without a time, the delivery has failed. */
export interface DeliveryResult {
  claimed: ClaimedDelivery;
  attempt: DeliveryAttempt;
  isDelivered: boolean;
  nextAttemptAtMs: number | undefined;
  /** The response was 410 Gone. */
  isGone: boolean;
  endedAtMs: number;
}

/** What became of a result: the claim was lost, or it was recorded; `released` if the next event of the intent is due now. */
export type Recorded = 'lost' | 'recorded' | 'released';

/** The event that an endpoint was disabled. */
export type DescribeDisabled = (endpoint: Endpoint, claimed: ClaimedDelivery) => MerchantEvent;

/** The pending deliveries of all merchants of one database. */
export interface DeliveryQueue {
  /** In the order of their IDs, from the one after a given one on. */
  listPending(after: EndpointId | undefined, nowMs: number, limit: number): Promise<ListedEndpoint[]>;
  /** What is due longest, of each endpoint. */
  claim(claim: Claim): Promise<ClaimedDelivery[]>;
  /**
   * Records an attempt and releases what waited for it. Disables an endpoint that is gone, or from which nothing but
   * failures came for too long. Results that arrive together are written together.
   */
  record(result: DeliveryResult, describeDisabled: DescribeDisabled): Promise<Recorded>;
  /** Lets any process send deliveries that were claimed and not sent. */
  release(claimed: readonly ClaimedDelivery[]): Promise<void>;
  /** Fails pending deliveries of an endpoint that is disabled or deleted. Returns how many. */
  giveUp(endpoint: PendingEndpoint, nowMs: number, limit: number): Promise<number>;
  /** Counts what is pending, up to a limit. */
  countPending(limit: number): Promise<number>;
}
