import type { DeliveryId, EndpointId, MerchantId } from '../domain/ids.ts';
import type { DeliveryAttempt } from '../domain/webhooks/delivery.ts';
import type { Endpoint } from '../domain/webhooks/endpoint.ts';

/** A delivery that this process may send until `claimedUntilMs`. */
export interface ClaimedDelivery {
  merchantId: MerchantId;
  livemode: boolean;
  id: DeliveryId;
  /** The webhook-id. */
  eventId: string;
  body: string;
  /** Failed attempts so far. */
  attempts: number;
  createdAtMs: number;
  /** Marks this claim: the result of an older claim is not recorded. */
  token: string;
  endpoint: Endpoint;
}

export interface Claim {
  nowMs: number;
  claimedUntilMs: number;
  token: string;
  limit: number;
  perEndpoint: number;
  /** Deliveries that this process may still claim per endpoint or merchant, where that is fewer. */
  full: { endpointIds: readonly EndpointId[]; merchantIds: readonly MerchantId[] };
}

/** How an attempt ended: delivered, or when to try again; without a time, the delivery has failed. */
export interface DeliveryResult {
  claimed: ClaimedDelivery;
  attempt: DeliveryAttempt;
  delivered: boolean;
  nextAttemptAtMs: number | undefined;
  /** The response was 410 Gone. */
  gone: boolean;
}

/** The due deliveries of all merchants of one database. */
export interface DeliveryQueue {
  /** Fair between endpoints, oldest first within each. */
  claim(claim: Claim): Promise<ClaimedDelivery[]>;
  /** Records attempts and releases what waited for them. Returns the endpoints that this disabled. */
  record(results: readonly DeliveryResult[], nowMs: number): Promise<Endpoint[]>;
  /** When the next delivery is due; undefined if none is pending. */
  nextDueAtMs(): Promise<number | undefined>;
}
