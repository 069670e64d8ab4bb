import type { EndpointId } from '../../domain/ids.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Store } from '../../ports/stores.ts';
import { getEndpoint, noEndpoint } from './get-endpoint.ts';

/** Deletes an endpoint. Its deliveries stay in the log; those that are pending fail. */
export async function deleteEndpoint(
  { clock }: { clock: Clock },
  store: Store,
  input: { id: EndpointId | undefined; actor: string; address?: string | undefined },
): Promise<void> {
  const { id, url } = await getEndpoint(store, input.id);
  const details = { url, address: input.address };
  const audit = { actor: input.actor, action: 'webhook_endpoint.deleted', subject: id, details } as const;
  if (!(await store.endpoints.remove(id, clock.nowMs(), audit))) throw noEndpoint();
}
