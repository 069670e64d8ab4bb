import type { IntentId } from '../../../src/domain/ids.ts';
import { matchesEvent } from '../../../src/domain/webhooks/matches-event.ts';
import { BLOCKING_ATTEMPTS } from '../../../src/domain/webhooks/retry-schedule.ts';
import type { EventDispatch } from '../../../src/ports/event-dispatch.ts';
import { readLoggedEvent } from './event-log.ts';
import { type DeliveryEntry, type Draft, isOwn, type NumberedEvent } from './tables.ts';

/**
 * One delivery for every enabled endpoint that wants an event; it waits for an earlier one of the same intent. Returns them.
 */
export function insertDeliveries(
  tables: Draft,
  event: NumberedEvent,
  { nowMs, render, newId }: Parameters<EventDispatch['dispatch']>[0],
): DeliveryEntry[] {
  const wanting = [...tables.endpoints.values()].filter(
    (endpoint) => isOwn(endpoint, event) && endpoint.status === 'enabled' && matchesEvent(endpoint.events, event.type),
  );
  const intentId = 'intentId' in event.of ? event.of.intentId : undefined;
  return wanting.map(({ id: endpointId, apiVersion }) => {
    const id = newId();
    const isHeldUp = tables.deliveries.values().some((one) => holdsUp(one, endpointId, intentId));
    const delivery: DeliveryEntry = {
      id,
      merchantId: event.merchantId,
      livemode: event.livemode,
      endpointId,
      eventId: event.id,
      eventType: event.type,
      number: event.number,
      intentId,
      state: 'pending',
      attempts: 0,
      nextAttemptAtMs: isHeldUp ? undefined : nowMs,
      lastStatus: undefined,
      lastMs: undefined,
      lastError: undefined,
      deliveredAtMs: undefined,
      createdAtMs: nowMs,
      body: render(readLoggedEvent(tables, event), apiVersion),
      isOrdered: intentId !== undefined,
      claim: undefined,
    };
    tables.deliveries.set(id, delivery);
    return delivery;
  });
}

const holdsUp = (
  delivery: DeliveryEntry,
  endpointId: DeliveryEntry['endpointId'],
  intentId: IntentId | undefined,
): boolean =>
  intentId !== undefined &&
  delivery.intentId === intentId &&
  delivery.endpointId === endpointId &&
  delivery.isOrdered &&
  delivery.state === 'pending' &&
  delivery.attempts < BLOCKING_ATTEMPTS;
