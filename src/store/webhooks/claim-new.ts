import { idFromUuid, uuidOf } from '../../domain/ids.ts';
import type { Carrier, Claim, ClaimedDelivery, PendingEndpoint } from '../../ports/delivery-queue.ts';
import { readEndpoint } from './endpoint-row.ts';
import type { NewDelivery } from './new-delivery.ts';

/** Claims new deliveries that nothing holds up, the first ones of each endpoint, as many as there is room for. */
export function claimNew(due: readonly NewDelivery[], carrier: Carrier, nowMs: number): ClaimedDelivery[] {
  const byEndpoint = Map.groupBy(due, ({ endpoint }) => endpoint.id);
  const claim = carrier.offer([...byEndpoint.values()].flatMap(([first]) => (first ? pendingOf(first) : [])));
  return claim.rooms.flatMap(({ endpointId, count }) =>
    claimSome((byEndpoint.get(uuidOf(endpointId)) ?? []).slice(0, count), claim, nowMs),
  );
}

const pendingOf = ({ endpoint }: NewDelivery): PendingEndpoint => ({
  id: idFromUuid('we', endpoint.id),
  merchantId: idFromUuid('mer', endpoint.merchant_id),
  livemode: endpoint.livemode,
  isEnabled: true,
  isFailing: endpoint.failing_since !== null,
});

/** Deliveries of one endpoint. */
function claimSome(
  deliveries: readonly NewDelivery[],
  { token, claimedUntilMs }: Claim,
  nowMs: number,
): ClaimedDelivery[] {
  const [first] = deliveries;
  if (!first) return [];
  const endpoint = readEndpoint(first.endpoint);
  const merchantId = idFromUuid('mer', first.endpoint.merchant_id);
  return deliveries.map(({ id, event, body }) => ({
    merchantId,
    livemode: event.livemode,
    id,
    eventId: idFromUuid('evt', event.event_id),
    intentId: event.intent_id === null ? undefined : idFromUuid('pi', event.intent_id),
    body,
    attempts: 0,
    isOrdered: event.intent_id !== null,
    createdAtMs: nowMs,
    claimedUntilMs,
    token,
    endpoint,
  }));
}
