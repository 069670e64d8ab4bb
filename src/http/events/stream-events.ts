import { LIMITS } from '../../domain/limits.ts';
import type { EventFilter } from '../../ports/event-log.ts';
import type { Ports } from '../../ports/ports.ts';
import type { Store, Tenant } from '../../ports/stores.ts';
import { listEvents } from '../../usecases/events/list-events.ts';
import type { StreamAnswer } from '../server/answer.ts';
import { onceAtATime } from '../server/once-at-a-time.ts';
import { renderEvent } from './render-event.ts';

interface Subscription {
  tenant: Tenant;
  store: Store;
  filter: Pick<EventFilter, 'types' | 'intentId'>;
  /** The number of the last event that the client has. */
  after: number;
  apiVersion: string;
  /** Throws when the reader may no longer read. */
  checkAccess: () => Promise<unknown>;
}

/**
 * Streams events by their number: a reported number only says that it is time to read what is new, so that no event is
 * missed or repeated. Events that nobody reported are found at the next poll.
 */
export function streamEvents({ changes }: Pick<Ports, 'changes'>, subscription: Subscription): StreamAnswer['events'] {
  const { tenant, store, filter, apiVersion, checkAccess } = subscription;
  return (stream) => {
    let last = subscription.after;
    let isOpen = true;
    /** Returns whether there is more to send. */
    const sendPage = async (): Promise<boolean> => {
      if (!isOpen) return false;
      const page = await listEvents(store, { ...filter, after: last, limit: LIMITS.eventPageSizeDefault });
      for (const event of page.events) {
        if (!isOpen) return false;
        stream.send(event.type, renderEvent(event, apiVersion), String(event.number));
        last = event.number;
        await stream.hasRoom();
      }
      if (!page.hasMore) last = Math.max(last, page.lastNumber);
      return page.hasMore;
    };
    const read = onceAtATime(async () => {
      try {
        let hasMore = true;
        while (hasMore) hasMore = await sendPage();
      } catch {
        stream.end();
      }
    }, LIMITS.eventStreamPauseMs);
    const unsubscribe = changes.subscribeToNumbers(tenant, (number) => void (number > last && read()), read);
    const poll = setInterval(() => void checkAccess().then(read, () => stream.end()), LIMITS.eventStreamPollMs);
    poll.unref();
    read();
    return () => {
      isOpen = false;
      clearInterval(poll);
      unsubscribe();
    };
  };
}
