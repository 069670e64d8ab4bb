import { type EndpointId, makeId } from '../../domain/ids.ts';
import type { Delivery } from '../../domain/webhooks/delivery.ts';
import { openDelivery } from '../../domain/webhooks/open-delivery.ts';
import type { Clock } from '../../ports/clock.ts';
import type { RenderEvent } from '../../ports/event-dispatch.ts';
import type { Random } from '../../ports/random.ts';
import type { Store } from '../../ports/stores.ts';
import type { PresentEndpoint } from '../../ports/webhook-endpoints.ts';
import { getEnabledEndpoint } from './get-endpoint.ts';

/** Sends an event about the endpoint itself. It has no number, and nobody else gets it. */
export async function sendTestEvent(
  { clock, random }: { clock: Clock; random: Random },
  store: Store,
  input: { id: EndpointId | undefined; livemode: boolean; render: RenderEvent; present: PresentEndpoint },
): Promise<Delivery> {
  const endpoint = await getEnabledEndpoint(store, input.id);
  const nowMs = clock.nowMs();
  const event = {
    id: makeId('evt', nowMs, random.bytes(10)),
    number: 0,
    type: 'webhook_endpoint.test',
    atMs: nowMs,
    livemode: input.livemode,
    subject: { object: input.present(endpoint, input.livemode) },
  };
  const id = makeId('dlv', nowMs, random.bytes(10));
  const delivery = openDelivery(id, endpoint.id, { ...event, intentId: undefined }, nowMs);
  await store.deliveries.insert([{ ...delivery, body: input.render(event, endpoint.apiVersion) }]);
  return delivery;
}
