import type { DataStoreId } from '../domain/ids.ts';
import type { Ports } from '../ports/ports.ts';
import { dispatchEvents as dispatchFrom } from '../usecases/events/dispatch-events.ts';

/** How long an event waits for its number at most if nobody announces it. */
export const DISPATCH_EVENTS_PAUSE_MS = 1_000;
/** Under load, a round numbers what came in during this time. */
export const DISPATCH_EVENTS_REST_MS = 50;

export async function dispatchEvents(
  ports: Pick<Ports, 'clock' | 'random' | 'renderEvent' | 'stores'>,
  dataStoreId: DataStoreId | undefined,
): Promise<boolean> {
  return dispatchFrom(ports, await ports.stores.eventDispatchOf(dataStoreId));
}
