import type { Static } from 'typebox';
import { API_VERSION } from '../../domain/version.ts';
import { exampleEvent } from '../events/examples.ts';
import { PATH_PARAMETERS } from '../server/path-parameters.ts';
import type { DeliveryAnswer, DeliveryDetailsAnswer } from './delivery-schema.ts';
import type { CreateEndpointBody, EndpointAnswer } from './endpoint-schema.ts';

export const exampleNewEndpoint = {
  url: 'https://example.com/webhooks',
  description: 'Web shop',
  events: ['payment_intent.*', 'transfer.unmatched'],
} satisfies Static<typeof CreateEndpointBody>;

/** An endpoint as the API returns it. */
export const exampleEndpoint: EndpointAnswer = {
  id: PATH_PARAMETERS.endpoint_id.example,
  object: 'webhook_endpoint',
  livemode: false,
  url: exampleNewEndpoint.url,
  description: 'Web shop',
  events: exampleNewEndpoint.events,
  api_version: API_VERSION,
  status: 'enabled',
  disabled_reason: null,
  failing_since: null,
  last_success_at: '2026-11-15T09:30:00.120Z',
  previous_secret_until: null,
  created_at: '2026-11-15T09:00:00.000Z',
};

export const EXAMPLE_SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

/** A delivery as the API returns it. */
export const exampleDelivery: DeliveryAnswer = {
  id: PATH_PARAMETERS.delivery_id.example,
  object: 'delivery',
  livemode: false,
  endpoint: exampleEndpoint.id,
  event: exampleEvent.id,
  event_type: exampleEvent.type,
  number: exampleEvent.number,
  payment_intent_id: PATH_PARAMETERS.payment_intent_id.example,
  state: 'delivered',
  attempt_count: 1,
  next_attempt_at: null,
  last_status: 200,
  last_ms: 87,
  last_error: null,
  delivered_at: '2026-11-15T09:30:00.120Z',
  created_at: '2026-11-15T09:30:00.030Z',
};

/** A new delivery, which has not been sent yet. */
export const exampleNewDelivery: DeliveryAnswer = {
  ...exampleDelivery,
  state: 'pending',
  attempt_count: 0,
  next_attempt_at: exampleDelivery.created_at,
  last_status: null,
  last_ms: null,
  delivered_at: null,
};

export const exampleDeliveryDetails: DeliveryDetailsAnswer = {
  ...exampleDelivery,
  body: JSON.stringify(exampleEvent),
  attempts: [
    {
      attempt: 1,
      at: '2026-11-15T09:30:00.033Z',
      ms: 87,
      error: null,
      request: {
        headers: {
          'content-type': 'application/json',
          'user-agent': 'Florin/0.1.0',
          'webhook-id': exampleEvent.id,
          'webhook-timestamp': '1794735000',
        },
      },
      response: { status: 200, headers: { 'content-type': 'text/plain' }, body: 'ok' },
    },
  ],
};
