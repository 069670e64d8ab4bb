import { makeAscendingIds } from '../../domain/ids.ts';
import type { Delivery } from '../../domain/webhooks/delivery.ts';
import type { Endpoint } from '../../domain/webhooks/endpoint.ts';
import { openDelivery } from '../../domain/webhooks/open-delivery.ts';
import type { Clock } from '../../ports/clock.ts';
import type { RenderEvent } from '../../ports/event-dispatch.ts';
import type { LoggedEvent } from '../../ports/event-log.ts';
import type { Random } from '../../ports/random.ts';
import type { Store } from '../../ports/stores.ts';

/**
 * Sends events to an endpoint again, or for the first time if it did not want them then. An event that it got has the
 * same body again.
 */
export async function resendEvents(
  { clock, random }: { clock: Clock; random: Random },
  store: Store,
  input: { endpoint: Endpoint; events: readonly LoggedEvent[]; render: RenderEvent },
): Promise<Delivery[]> {
  const { endpoint, events, render } = input;
  const nowMs = clock.nowMs();
  const bodies = await store.deliveries.findBodies(
    endpoint.id,
    events.map(({ id }) => id),
  );
  const newId = makeAscendingIds('dlv', nowMs, (count) => random.bytes(count));
  const deliveries = events.map((event) => {
    const intentId = 'intent' in event.subject ? event.subject.intent.id : undefined;
    const delivery = openDelivery(newId(), endpoint.id, { ...event, intentId }, nowMs);
    return { delivery, body: bodies.get(event.id) ?? render(event, endpoint.apiVersion) };
  });
  await store.deliveries.insert(deliveries.map(({ delivery, body }) => ({ ...delivery, body })));
  return deliveries.map(({ delivery }) => delivery);
}
