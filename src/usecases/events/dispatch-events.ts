import { makeAscendingIds } from '../../domain/ids.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Carrier } from '../../ports/delivery-queue.ts';
import type { EventDispatch, RenderEvent } from '../../ports/event-dispatch.ts';
import type { Mailer } from '../../ports/mailer.ts';
import type { Random } from '../../ports/random.ts';

const EVENTS_PER_BATCH = 500;
const BATCHES_MAX = 20;

/**
 * Numbers the waiting events of one database and hands them to the endpoints that want them. Returns how many, or false if
 * another process does it.
 */
export async function dispatchEvents(
  ports: { clock: Clock; random: Random; renderEvent: RenderEvent; mailer?: Mailer | undefined },
  events: Pick<EventDispatch, 'dispatch'>,
  carrier?: Carrier,
): Promise<number | false> {
  const { clock, random, renderEvent: render } = ports;
  const withNotices = ports.mailer !== undefined;
  let numbered = 0;
  for (let batch = 0; batch < BATCHES_MAX; batch += 1) {
    const nowMs = clock.nowMs();
    const newId = makeAscendingIds('dlv', nowMs, (count) => random.bytes(count));
    const done = await events.dispatch({ nowMs, limit: EVENTS_PER_BATCH, render, newId, withNotices, carrier });
    if (!done) return false;
    numbered += done.events;
    if (done.events < EVENTS_PER_BATCH) break;
  }
  return numbered;
}
