import type { EventDispatch } from '../../../src/ports/event-dispatch.ts';
import { queueEvents } from './queue-events.ts';
import { type Draft, type NumberedEvent, nameIn, type QueuedEvent, type TableAccess } from './tables.ts';

export const memoryEventDispatch = (database: TableAccess): EventDispatch => ({
  dispatch: ({ limit }) =>
    database.run((tables) => {
      const events = tables.eventQueue.slice(0, limit).map((event) => numberEvent(tables, event));
      tables.eventQueue = tables.eventQueue.slice(limit);
      if (events.length > 0) tables.outbox = [...tables.outbox, ...events];
      return { events: events.length, deliveries: 0 };
    }),

  append: (events) => database.run((tables) => queueEvents(tables, events)),
});

function numberEvent({ eventCounters }: Draft, event: QueuedEvent): NumberedEvent {
  const counter = nameIn(event, '');
  const number = (eventCounters.get(counter) ?? 0) + 1;
  eventCounters.set(counter, number);
  return { ...event, number };
}
