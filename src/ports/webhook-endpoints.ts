import type { EndpointId } from '../domain/ids.ts';
import type { Endpoint } from '../domain/webhooks/endpoint.ts';

/** The webhook endpoints of one merchant in one mode. */
export interface WebhookEndpoints {
  /** False if the merchant already has as many as it may have. */
  insert(endpoint: Endpoint, countMax: number): Promise<boolean>;
  find(id: EndpointId): Promise<Endpoint | undefined>;
  /** Newest first. */
  list(): Promise<Endpoint[]>;
  /** Changes an endpoint while its row is locked; returns the endpoint after the change. Disabling it ends its deliveries. */
  change(id: EndpointId, change: (endpoint: Endpoint) => Endpoint): Promise<Endpoint | undefined>;
  /** Its deliveries stay in the log; those that are pending fail. */
  remove(id: EndpointId): Promise<boolean>;
}
