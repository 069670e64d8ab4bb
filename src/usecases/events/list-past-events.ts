import type { LoggedEvent, PastEventFilter } from '../../ports/event-log.ts';
import type { Store } from '../../ports/stores.ts';

export interface PastEventPage {
  /** Newest first. */
  events: LoggedEvent[];
  /** The number before which the next page starts; undefined on the last page. */
  next: number | undefined;
}

export async function listPastEvents(store: Pick<Store, 'events'>, filter: PastEventFilter): Promise<PastEventPage> {
  const found = await store.events.listBackwards({ ...filter, limit: filter.limit + 1 });
  const events = found.slice(0, filter.limit);
  return { events, next: found.length > filter.limit ? events.at(-1)?.number : undefined };
}
