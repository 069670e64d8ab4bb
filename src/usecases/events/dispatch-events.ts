import { makeAscendingIds } from '../../domain/ids.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Carrier } from '../../ports/delivery-queue.ts';
import type { EventDispatch, RenderEvent } from '../../ports/event-dispatch.ts';
import type { Mailer } from '../../ports/mailer.ts';
import type { Random } from '../../ports/random.ts';

/** More than these have to wait for the next round, so that a process can rest and stop. */
export const EVENTS_PER_ROUND = 500;

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
  const nowMs = clock.nowMs();
  const done = await events.dispatch({
    nowMs,
    limit: EVENTS_PER_ROUND,
    render,
    newId: makeAscendingIds('dlv', nowMs, (count) => random.bytes(count)),
    withNotices: ports.mailer !== undefined,
    carrier,
  });
  return done ? done.events : false;
}
