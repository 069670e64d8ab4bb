import type { EventFilter, LoggedEvent } from '../../ports/event-log.ts';
import type { Store } from '../../ports/stores.ts';

export interface EventPage {
  /** Oldest first. */
  events: LoggedEvent[];
  hasMore: boolean;
  /** The highest number, also of an event that the filter leaves out. No number up to it appears later. */
  lastNumber: number;
}

/** Lists the events after a number; after the last one, if that is `now`. */
export async function listEvents(
  store: Pick<Store, 'events'>,
  { after, limit, ...filter }: Omit<EventFilter, 'after'> & { after: number | 'now' },
): Promise<EventPage> {
  const lastNumber = await store.events.lastNumber();
  if (after === 'now' || after >= lastNumber) return { events: [], hasMore: false, lastNumber };
  const found = await store.events.list({ ...filter, after, limit: limit + 1 });
  const events = found.slice(0, limit);
  return {
    events,
    hasMore: found.length > limit,
    lastNumber: Math.max(lastNumber, events.at(-1)?.number ?? 0),
  };
}
