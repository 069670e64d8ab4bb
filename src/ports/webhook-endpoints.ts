import type { AuditRecord } from '../domain/events/audit-record.ts';
import type { EndpointId } from '../domain/ids.ts';
import type { Endpoint } from '../domain/webhooks/endpoint.ts';

/** An endpoint after a change, and who changed it. */
export interface EndpointChange {
  endpoint: Endpoint;
  audit: AuditRecord;
}

/** The webhook endpoints of one merchant in one mode. */
export interface WebhookEndpoints {
  /** False if the merchant already has as many as it may have. */
  insert(endpoint: Endpoint, countMax: number, audit: AuditRecord): Promise<boolean>;
  find(id: EndpointId): Promise<Endpoint | undefined>;
  /** Newest first. */
  list(): Promise<Endpoint[]>;
  /** Changes an endpoint while its row is locked. Returns it after the change; undefined if there is none. */
  change(
    id: EndpointId,
    atMs: number,
    change: (endpoint: Endpoint) => EndpointChange | undefined,
  ): Promise<Endpoint | undefined>;
  /** Its deliveries stay in the log. */
  remove(id: EndpointId, atMs: number, audit: AuditRecord): Promise<boolean>;
}
