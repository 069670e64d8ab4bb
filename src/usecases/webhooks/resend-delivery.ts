import { Problem } from '../../domain/errors.ts';
import { type DeliveryId, makeId } from '../../domain/ids.ts';
import type { Delivery } from '../../domain/webhooks/delivery.ts';
import { openDelivery } from '../../domain/webhooks/open-delivery.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Random } from '../../ports/random.ts';
import type { Store } from '../../ports/stores.ts';
import { getEnabledEndpoint } from './get-endpoint.ts';

/** Sends the body of a delivery again, as another delivery. */
export async function resendDelivery(
  { clock, random }: { clock: Clock; random: Random },
  store: Store,
  input: { id: DeliveryId | undefined },
): Promise<Delivery> {
  const found = input.id && (await store.deliveries.find(input.id));
  if (!found) throw new Problem('not_found', 'There is no delivery with this ID for this merchant and mode.');
  const { endpointId, eventId, eventType, number, intentId, body } = found.delivery;
  await getEnabledEndpoint(store, endpointId);
  const nowMs = clock.nowMs();
  const id = makeId('dlv', nowMs, random.bytes(10));
  const delivery = openDelivery(id, endpointId, { id: eventId, type: eventType, number, intentId }, nowMs);
  await store.deliveries.insert([{ ...delivery, body }]);
  return delivery;
}
