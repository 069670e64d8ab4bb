import type { DataStoreId } from '../domain/ids.ts';
import type { Carrier } from '../ports/delivery-queue.ts';
import type { Ports } from '../ports/ports.ts';
import { dispatchEvents as dispatchFrom, EVENTS_PER_ROUND } from '../usecases/events/dispatch-events.ts';

/** How long an event waits for its number at most if nobody announces it. */
export const DISPATCH_EVENTS_PAUSE_MS = 1_000;
const REST_MS_MIN = 50;
const REST_MS_MAX = 200;
const REST_MS_PER_EVENT = 4;
/** Of the time that a full round took, so that requests get most of the process however much waits. */
const REST_FACTOR = 2;

interface Dispatched {
  numbered: number;
  ms: number;
  /** Whether more may wait. */
  isFull: boolean;
}

/**
 * A round numbers what came in during the rest before. Most of its cost is the same for one event and for a hundred, so above
 * 250 events a second the rests become longer, and the rounds fewer. Webhooks then go out in a burst five times a second, and
 * most requests come between two of them.
 */
export function restMsAfterDispatch(dispatched: Dispatched | false): number {
  if (dispatched === false) return REST_MS_MIN;
  const { numbered, ms, isFull } = dispatched;
  if (isFull) return Math.min(DISPATCH_EVENTS_PAUSE_MS, REST_FACTOR * ms);
  return Math.min(REST_MS_MAX, Math.max(REST_MS_MIN, REST_MS_PER_EVENT * numbered));
}

/** Returns false if another process numbers the events. */
export async function dispatchEvents(
  ports: Pick<Ports, 'clock' | 'mailer' | 'random' | 'renderEvent' | 'stores'>,
  dataStoreId: DataStoreId | undefined,
  carrier?: Carrier,
): Promise<Dispatched | false> {
  const startMs = performance.now();
  const numbered = await dispatchFrom(ports, await ports.stores.eventDispatchOf(dataStoreId), carrier);
  return numbered !== false && { numbered, ms: performance.now() - startMs, isFull: numbered >= EVENTS_PER_ROUND };
}
