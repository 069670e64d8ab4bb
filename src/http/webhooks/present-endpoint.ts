import type { Static } from 'typebox';
import type { Endpoint } from '../../domain/webhooks/endpoint.ts';
import type { EndpointAnswer, NewEndpointSchema } from './endpoint-schema.ts';

const timeOrNull = (ms: number | undefined) => (ms === undefined ? null : new Date(ms).toISOString());

/** An endpoint without its secrets. */
export const presentEndpoint = (endpoint: Endpoint, livemode: boolean): EndpointAnswer => ({
  id: endpoint.id,
  object: 'webhook_endpoint',
  livemode,
  url: endpoint.url,
  description: endpoint.description,
  events: [...endpoint.events],
  api_version: endpoint.apiVersion,
  status: endpoint.status,
  disabled_reason: endpoint.disabledReason ?? null,
  failing_since: timeOrNull(endpoint.failingSinceMs),
  last_success_at: timeOrNull(endpoint.lastSuccessAtMs),
  previous_secret_until: timeOrNull(endpoint.previous?.untilMs),
  created_at: new Date(endpoint.createdAtMs).toISOString(),
});

/** The only answer that contains a secret. */
export const presentNewEndpoint = (
  { endpoint, secret }: { endpoint: Endpoint; secret: string },
  livemode: boolean,
): Static<typeof NewEndpointSchema> => ({ ...presentEndpoint(endpoint, livemode), secret });
