import { Problem } from '../../domain/errors.ts';
import type { EndpointId, EventId } from '../../domain/ids.ts';
import type { Delivery } from '../../domain/webhooks/delivery.ts';
import { matchesEvent } from '../../domain/webhooks/matches-event.ts';
import type { Clock } from '../../ports/clock.ts';
import type { RenderEvent } from '../../ports/event-dispatch.ts';
import type { Random } from '../../ports/random.ts';
import type { Store } from '../../ports/stores.ts';
import { getEnabledEndpoint } from './get-endpoint.ts';
import { resendEvents } from './resend-events.ts';

/** Sends an event again, to one endpoint or to every one that wants it. */
export async function resendEvent(
  ports: { clock: Clock; random: Random },
  store: Store,
  input: {
    id: EventId | undefined;
    endpoint: { id: EndpointId | undefined } | 'all';
    render: RenderEvent;
  },
): Promise<Delivery[]> {
  const event = input.id && (await store.events.find(input.id));
  if (!event) throw new Problem('not_found', 'There is no event with this ID for this merchant and mode.');
  const endpoints =
    input.endpoint === 'all'
      ? (await store.endpoints.list()).filter(
          ({ status, events }) => status === 'enabled' && matchesEvent(events, event.type),
        )
      : [await getEnabledEndpoint(store, input.endpoint.id)];
  const sent: Delivery[] = [];
  for (const endpoint of endpoints)
    sent.push(...(await resendEvents(ports, store, { endpoint, events: [event], render: input.render })));
  return sent;
}
