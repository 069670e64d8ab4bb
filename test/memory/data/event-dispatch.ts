import type { EventDispatch } from '../../../src/ports/event-dispatch.ts';
import { insertDeliveries } from './insert-deliveries.ts';
import { queueEvents } from './queue-events.ts';
import { type Draft, type NumberedEvent, nameIn, type QueuedEvent, type TableAccess } from './tables.ts';

export const memoryEventDispatch = (database: TableAccess): EventDispatch => ({
  dispatch: (input) =>
    database.run((tables) => {
      const events = tables.eventQueue.slice(0, input.limit).map((event) => numberEvent(tables, event, input.nowMs));
      tables.eventQueue = tables.eventQueue.slice(input.limit);
      if (events.length > 0) tables.outbox = [...tables.outbox, ...events];
      const counts = events.map((event) => insertDeliveries(tables, event, input));
      for (const event of events) announce(tables, event);
      return { events: events.length, deliveries: counts.reduce((sum, count) => sum + count, 0) };
    }),

  append: (events) => database.run((tables) => queueEvents(tables, events)),
});

function numberEvent({ eventCounters }: Draft, event: QueuedEvent, numberedAtMs: number): NumberedEvent {
  const counter = nameIn(event, '');
  const number = (eventCounters.get(counter) ?? 0) + 1;
  eventCounters.set(counter, number);
  return { ...event, number, numberedAtMs };
}

function announce({ notices, intents }: Draft, { merchantId, livemode, number, of }: NumberedEvent): void {
  notices.push({ merchantId, livemode, number });
  const intent = 'intentId' in of ? intents.get(of.intentId)?.intent : undefined;
  if (!intent) return;
  const { id, sequence, status } = intent;
  notices.push({ merchantId, livemode, change: { intentId: id, sequence, status } });
}
