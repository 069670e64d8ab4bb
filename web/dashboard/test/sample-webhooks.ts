import type { Event as ApiEvent, Delivery, DeliveryDetails, WebhookEndpoint } from '../src/api/generated.ts';
import type { Intent, Mode } from '../src/api/types.ts';

const idOf = (prefix: string, number: number) => `${prefix}_034xqa4RjG1R9q${String(number).padStart(8, '0')}`;

export const sampleEndpoint = (mode: Mode, number: number, more: Partial<WebhookEndpoint> = {}): WebhookEndpoint => ({
  id: idOf('we', number),
  object: 'webhook_endpoint',
  livemode: mode === 'live',
  url: `https://shop.example.com/webhooks/${number}`,
  description: '',
  events: ['*'],
  api_version: '2026-11-15',
  status: 'enabled',
  disabled_reason: null,
  failing_since: null,
  last_success_at: new Date(Date.now() - 60_000).toISOString(),
  previous_secret_until: null,
  created_at: new Date(Date.now() - 3 * 86_400_000).toISOString(),
  ...more,
});

/** The events of payment intents, newest first. */
export function sampleEvents(intents: readonly Intent[]): ApiEvent[] {
  const entries = intents.flatMap((intent) => (intent.timeline ?? []).map((entry) => ({ intent, entry })));
  return entries
    .toSorted((a, b) => Date.parse(b.entry.at) - Date.parse(a.entry.at))
    .map(({ intent, entry }, place) => ({
      id: entry.id,
      object: 'event',
      type: entry.type,
      timestamp: entry.at,
      api_version: '2026-11-15',
      livemode: intent.livemode,
      number: entries.length - place,
      sequence: entry.sequence,
      data: { object: { id: intent.id, object: 'payment_intent', status: entry.type.split('.')[1] } },
      previous_attributes: entry.sequence === 1 ? null : { status: 'requires_payment' },
    }));
}

type Outcome = Pick<Delivery, 'state' | 'attempt_count' | 'last_status' | 'last_ms' | 'last_error'>;

const OUTCOMES: readonly Outcome[] = [
  { state: 'delivered', attempt_count: 1, last_status: 200, last_ms: 87, last_error: null },
  { state: 'pending', attempt_count: 3, last_status: 503, last_ms: 240, last_error: 'The endpoint answered 503.' },
  {
    state: 'failed',
    attempt_count: 13,
    last_status: null,
    last_ms: 15_000,
    last_error: 'No response within 15 seconds.',
  },
  { state: 'pending', attempt_count: 0, last_status: null, last_ms: null, last_error: null },
];

let made = 0;

/** A delivery of an event that has not been sent yet. */
export function newDelivery(
  endpoint: WebhookEndpoint,
  event: Pick<ApiEvent, 'id' | 'type' | 'number'>,
): DeliveryDetails {
  made += 1;
  const at = new Date().toISOString();
  return {
    id: idOf('dlv', 1_000_000 + made),
    object: 'delivery',
    livemode: endpoint.livemode,
    endpoint: endpoint.id,
    event: event.id,
    event_type: event.type,
    number: event.number,
    payment_intent_id: null,
    state: 'pending',
    attempt_count: 0,
    next_attempt_at: at,
    last_status: null,
    last_ms: null,
    last_error: null,
    delivered_at: null,
    created_at: at,
    body: JSON.stringify({ id: event.id, object: 'event', type: event.type }),
    attempts: [],
  };
}

/** Deliveries of these events with every outcome, newest first. */
export const sampleDeliveries = (endpoint: WebhookEndpoint, events: readonly ApiEvent[]): DeliveryDetails[] =>
  events.map((event, place) => {
    const outcome = OUTCOMES[place % OUTCOMES.length] ?? OUTCOMES[0];
    const sent = { ...newDelivery(endpoint, event), ...outcome };
    const isPending = sent.state === 'pending';
    return {
      ...sent,
      id: idOf('dlv', events.length - place),
      created_at: event.timestamp,
      next_attempt_at: isPending ? new Date(Date.now() + 120_000).toISOString() : null,
      delivered_at: sent.state === 'delivered' ? event.timestamp : null,
      attempts: Array.from({ length: Math.min(sent.attempt_count, 3) }, (_, index) => sampleAttempt(sent, index + 1)),
    };
  });

const sampleAttempt = (delivery: Delivery, attempt: number): DeliveryDetails['attempts'][number] => ({
  attempt,
  at: new Date(Date.parse(delivery.created_at) + attempt * 5_000).toISOString(),
  ms: delivery.last_ms ?? 0,
  error: delivery.last_error,
  request: {
    headers: {
      'content-type': 'application/json',
      'webhook-id': delivery.event,
      'webhook-timestamp': '1794735000',
    },
  },
  response:
    delivery.last_status === null
      ? null
      : { status: delivery.last_status, headers: { 'content-type': 'text/plain' }, body: 'Service unavailable' },
});
