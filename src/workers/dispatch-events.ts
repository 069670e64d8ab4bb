import type { DataStoreId } from '../domain/ids.ts';
import type { Carrier } from '../ports/delivery-queue.ts';
import type { Ports } from '../ports/ports.ts';
import { dispatchEvents as dispatchFrom } from '../usecases/events/dispatch-events.ts';

/** How long an event waits for its number at most if nobody announces it. */
export const DISPATCH_EVENTS_PAUSE_MS = 1_000;
const REST_MS_MIN = 50;
const REST_MS_MAX = 200;
const REST_MS_PER_EVENT = 4;

/**
 * A round numbers what came in during the rest before. Most of its cost is the same for one event and for a hundred, so above
 * 250 events a second the rests become longer, and the rounds fewer. Webhooks then go out in a burst five times a second, and
 * most requests come between two of them.
 */
export const restMsAfterDispatch = (numbered: number | false): number =>
  Math.min(REST_MS_MAX, Math.max(REST_MS_MIN, REST_MS_PER_EVENT * Number(numbered)));

/** Returns how many events got a number, or false if another process numbers them. */
export async function dispatchEvents(
  ports: Pick<Ports, 'clock' | 'mailer' | 'random' | 'renderEvent' | 'stores'>,
  dataStoreId: DataStoreId | undefined,
  carrier?: Carrier,
): Promise<number | false> {
  return dispatchFrom(ports, await ports.stores.eventDispatchOf(dataStoreId), carrier);
}
