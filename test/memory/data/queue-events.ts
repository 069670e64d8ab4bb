import { eventIdOf } from '../../../src/domain/events/event-id.ts';
import type { IntentRef, TimelineEntry } from '../../../src/ports/intents.ts';
import type { MerchantEvent } from '../../../src/ports/merchant-event.ts';
import { type Draft, isOwn } from './tables.ts';

/** What the trigger on the table of events does in PostgreSQL. */
export function queueIntentEvents(
  tables: Draft,
  { merchantId, livemode, id }: IntentRef,
  events: readonly TimelineEntry[],
): void {
  const queued = events.map(({ type, sequence, atMs }) => ({
    id: eventIdOf(id, sequence, atMs),
    merchantId,
    livemode,
    type,
    atMs,
    of: { intentId: id, sequence },
  }));
  if (queued.length > 0) tables.eventQueue = [...tables.eventQueue, ...queued];
}

/** Adds events that belong to no intent. An event with a known ID is skipped. */
export function queueEvents(tables: Draft, events: readonly MerchantEvent[]): void {
  for (const { object, ...event } of events) {
    const isKnown = [...tables.eventQueue, ...tables.outbox].some((one) => one.id === event.id && isOwn(one, event));
    if (isKnown) continue;
    const stored = JSON.parse(JSON.stringify(object)) as typeof object;
    tables.eventQueue = [...tables.eventQueue, { ...event, of: { object: stored } }];
  }
}
