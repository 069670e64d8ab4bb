import { Problem } from '../../domain/errors.ts';
import type { EventId } from '../../domain/ids.ts';
import { LIMITS } from '../../domain/limits.ts';
import type { LoggedEvent } from '../../ports/event-log.ts';
import type { Store } from '../../ports/stores.ts';

/** An event, and how many deliveries it has, counted up to a limit. */
export async function getEvent(
  store: Pick<Store, 'events' | 'deliveries'>,
  id: EventId | undefined,
): Promise<{ event: LoggedEvent; deliveries: number }> {
  const event = id && (await store.events.find(id));
  if (!event)
    throw new Problem(
      'not_found',
      `There is no event with this ID. By default, events are kept for ${LIMITS.eventsKeptDays} days.`,
    );
  const deliveries = await store.deliveries.list({ eventId: event.id, limit: LIMITS.deliveriesCountedMax });
  return { event, deliveries: deliveries.length };
}
