import { idFromUuid } from '../../domain/ids.ts';
import type { DisabledReason, Endpoint, EndpointStatus } from '../../domain/webhooks/endpoint.ts';

export interface EndpointRow {
  id: string;
  url: string;
  description: string;
  events: string[];
  api_version: string;
  sealed_secret: string;
  sealed_previous_secret: string | null;
  previous_secret_until: Date | null;
  status: EndpointStatus;
  disabled_reason: DisabledReason | null;
  failing_since: Date | null;
  last_success_at: Date | null;
  created_at: Date;
}

export const ENDPOINT_COLUMNS = `id, url, description, events, api_version, sealed_secret, sealed_previous_secret,
  previous_secret_until, status, disabled_reason, failing_since, last_success_at, created_at`;

export const readEndpoint = (row: EndpointRow): Endpoint => ({
  id: idFromUuid('we', row.id),
  url: row.url,
  description: row.description,
  events: row.events,
  apiVersion: row.api_version,
  sealedSecret: row.sealed_secret,
  previous:
    row.sealed_previous_secret === null || row.previous_secret_until === null
      ? undefined
      : { sealedSecret: row.sealed_previous_secret, untilMs: row.previous_secret_until.getTime() },
  status: row.status,
  disabledReason: row.disabled_reason ?? undefined,
  failingSinceMs: row.failing_since?.getTime(),
  lastSuccessAtMs: row.last_success_at?.getTime(),
  createdAtMs: row.created_at.getTime(),
});

/** What a merchant can change, in the order of the statements that write it. */
export const endpointValues = (endpoint: Endpoint): unknown[] => [
  endpoint.url,
  endpoint.description,
  endpoint.events,
  endpoint.apiVersion,
  endpoint.sealedSecret,
  endpoint.previous?.sealedSecret,
  toDate(endpoint.previous?.untilMs),
  endpoint.status,
  endpoint.disabledReason,
  toDate(endpoint.failingSinceMs),
];

const toDate = (ms: number | undefined): Date | undefined => (ms === undefined ? undefined : new Date(ms));
