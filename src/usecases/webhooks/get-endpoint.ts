import { Problem } from '../../domain/errors.ts';
import type { EndpointId } from '../../domain/ids.ts';
import type { Endpoint } from '../../domain/webhooks/endpoint.ts';
import type { Store } from '../../ports/stores.ts';

export async function getEndpoint(store: Store, id: EndpointId | undefined): Promise<Endpoint> {
  const endpoint = id && (await store.endpoints.find(id));
  if (!endpoint) throw noEndpoint();
  return endpoint;
}

/** An endpoint that something can be sent to. */
export async function getEnabledEndpoint(store: Store, id: EndpointId | undefined): Promise<Endpoint> {
  const endpoint = await getEndpoint(store, id);
  if (endpoint.status === 'enabled') return endpoint;
  throw new Problem('invalid_state', 'This webhook endpoint is disabled. Enable it first.');
}

export const noEndpoint = () =>
  new Problem('not_found', 'There is no webhook endpoint with this ID for this merchant and mode.');
