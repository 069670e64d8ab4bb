import { NOTICE_EVENTS } from '../../../src/domain/mails/mail.ts';
import type { Carrier, ClaimedDelivery } from '../../../src/ports/delivery-queue.ts';
import type { EventDispatch, Notice } from '../../../src/ports/event-dispatch.ts';
import { claimDelivery } from './delivery-queue.ts';
import { readEndpoint } from './endpoints.ts';
import { insertDeliveries } from './insert-deliveries.ts';
import { queueEvents } from './queue-events.ts';
import {
  type DeliveryEntry,
  type Draft,
  type NumberedEvent,
  nameIn,
  type QueuedEvent,
  type TableAccess,
} from './tables.ts';

export const memoryEventDispatch = (database: TableAccess): EventDispatch => ({
  async dispatch(input) {
    const { nowMs, limit, carrier } = input;
    const { claimed, ...dispatched } = await database.run((tables) => {
      const events = tables.eventQueue.slice(0, limit).map((event) => numberEvent(tables, event, nowMs));
      tables.eventQueue = tables.eventQueue.slice(limit);
      if (events.length > 0) tables.outbox = [...tables.outbox, ...events];
      if (input.withNotices) for (const event of events) writeNotice(tables, event, nowMs);
      const deliveries = events.flatMap((event) => insertDeliveries(tables, event, input));
      for (const { merchantId, livemode, number } of events) tables.notices.push({ merchantId, livemode, number });
      return {
        events: events.length,
        deliveries: deliveries.length,
        claimed: carrier ? claimNew(tables, deliveries, carrier) : [],
      };
    });
    carrier?.carry(claimed);
    return dispatched;
  },

  append: (events) => database.run((tables) => queueEvents(tables, events)),

  async listNotices(untilMs, limit) {
    const all = [...database.tables.mailNotices.values()];
    const due = new Set(all.filter(({ atMs }) => atMs <= untilMs).map(nameOf));
    return all
      .filter((notice) => due.has(nameOf(notice)))
      .sort((a, b) => a.atMs - b.atMs || (a.eventId < b.eventId ? -1 : 1))
      .slice(0, limit)
      .map(({ atMs: _atMs, ...notice }) => notice);
  },

  removeNotices: (notices) =>
    database.run(({ mailNotices }) => {
      for (const { eventId } of notices) mailNotices.delete(eventId);
    }),

  waitingSince: async () => database.tables.eventQueue[0]?.atMs,
});

const nameOf = ({ merchantId, livemode, kind }: Notice): string => `${merchantId} ${livemode} ${kind}`;

function writeNotice(
  { mailNotices }: Draft,
  { id, type, of, merchantId, livemode }: NumberedEvent,
  atMs: number,
): void {
  const kind = NOTICE_EVENTS[type];
  if (kind === undefined || kind === 'wallet_changed') return;
  const subject = 'intentId' in of ? of.intentId : String(of.object['id']);
  mailNotices.set(id, { merchantId, livemode, eventId: id, kind, subject, atMs });
}

function claimNew(tables: Draft, deliveries: readonly DeliveryEntry[], carrier: Carrier): ClaimedDelivery[] {
  const due = deliveries.filter(({ nextAttemptAtMs }) => nextAttemptAtMs !== undefined);
  const byEndpoint = Map.groupBy(due, ({ endpointId }) => endpointId);
  const claim = carrier.offer(
    [...byEndpoint].flatMap(([id, [first]]) => {
      if (!first) return [];
      const { merchantId, livemode } = first;
      const isFailing = readEndpoint(tables, first, id)?.failingSinceMs !== undefined;
      return [{ id, merchantId, livemode, isEnabled: true, isFailing }];
    }),
  );
  return claim.rooms.flatMap(({ endpointId, count }) =>
    (byEndpoint.get(endpointId) ?? []).slice(0, count).flatMap((delivery) => claimDelivery(tables, delivery, claim)),
  );
}

function numberEvent({ eventCounters }: Draft, event: QueuedEvent, numberedAtMs: number): NumberedEvent {
  const counter = nameIn(event, '');
  const number = (eventCounters.get(counter) ?? 0) + 1;
  eventCounters.set(counter, number);
  return { ...event, number, numberedAtMs };
}
