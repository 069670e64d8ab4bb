import { eventIdOf } from '../../domain/events/event-id.ts';
import type { DeliveryId, EventId, IntentId } from '../../domain/ids.ts';
import type { Delivery } from '../../domain/webhooks/delivery.ts';
import type { DeliveryFilter } from '../../ports/deliveries.ts';
import type { Store } from '../../ports/stores.ts';
import { getIntentWithTimeline } from '../intents/get-intent.ts';

interface DeliveryQuery extends Omit<DeliveryFilter, 'eventIds'> {
  /** Only deliveries of this intent's events. The value can be unknown. */
  of?: { intentId: IntentId | undefined } | undefined;
}

/** A page of deliveries, newest first. `next` is where the next page starts; undefined on the last page. */
export async function listDeliveries(
  store: Store,
  { of, ...filter }: DeliveryQuery,
): Promise<{ page: Delivery[]; next: DeliveryId | undefined }> {
  const found = await store.deliveries.list({
    ...filter,
    ...(of ? { eventIds: await listEventsOf(store, of.intentId) } : {}),
    limit: filter.limit + 1,
  });
  const page = found.slice(0, filter.limit);
  return { page, next: found.length > filter.limit ? page.at(-1)?.id : undefined };
}

/** There is an index of deliveries by event, and the IDs of an intent's events follow from its history. */
async function listEventsOf(store: Store, intentId: IntentId | undefined): Promise<EventId[]> {
  const { intent, timeline } = await getIntentWithTimeline(store, intentId);
  return timeline.map(({ sequence, atMs }) => eventIdOf(intent.id, sequence, atMs));
}
