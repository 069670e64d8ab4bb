import type { EndpointId } from '../../domain/ids.ts';
import { LIMITS } from '../../domain/limits.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Store } from '../../ports/stores.ts';
import { getEnabledEndpoint } from './get-endpoint.ts';

/** Starts the failed deliveries of an endpoint again, the oldest first, as many as one request may. Returns how many. */
export async function resendFailed(
  { clock }: { clock: Clock },
  store: Store,
  input: { id: EndpointId | undefined },
): Promise<number> {
  const { id } = await getEnabledEndpoint(store, input.id);
  return store.deliveries.retryFailed(id, clock.nowMs(), LIMITS.resentEventsMax);
}
