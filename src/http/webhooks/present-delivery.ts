import type { Delivery, DeliveryAttempt } from '../../domain/webhooks/delivery.ts';
import type { DeliveryWithBody } from '../../ports/deliveries.ts';
import type { DeliveryAnswer, DeliveryDetailsAnswer } from './delivery-schema.ts';

const timeOrNull = (ms: number | undefined) => (ms === undefined ? null : new Date(ms).toISOString());

export const presentDelivery = (delivery: Delivery, livemode: boolean): DeliveryAnswer => ({
  id: delivery.id,
  object: 'delivery',
  livemode,
  endpoint: delivery.endpointId,
  event: delivery.eventId,
  event_type: delivery.eventType,
  number: delivery.number,
  payment_intent_id: delivery.intentId ?? null,
  state: delivery.state,
  attempt_count: delivery.attempts,
  next_attempt_at: timeOrNull(delivery.nextAttemptAtMs),
  last_status: delivery.lastStatus ?? null,
  last_ms: delivery.lastMs ?? null,
  last_error: delivery.lastError ?? null,
  delivered_at: timeOrNull(delivery.deliveredAtMs),
  created_at: new Date(delivery.createdAtMs).toISOString(),
});

export const presentDeliveryDetails = (
  delivery: DeliveryWithBody,
  attempts: readonly DeliveryAttempt[],
  livemode: boolean,
): DeliveryDetailsAnswer => ({
  ...presentDelivery(delivery, livemode),
  body: delivery.body,
  attempts: attempts.map(presentAttempt),
});

const presentAttempt = (attempt: DeliveryAttempt): DeliveryDetailsAnswer['attempts'][number] => ({
  attempt: attempt.attempt,
  at: new Date(attempt.atMs).toISOString(),
  ms: attempt.ms,
  error: attempt.error ?? null,
  request: { headers: attempt.requestHeaders },
  response:
    attempt.status === undefined
      ? null
      : { status: attempt.status, headers: attempt.responseHeaders ?? {}, body: attempt.responseBody ?? '' },
});
