import { sendTestEvent as sendTestEventUseCase } from '../../usecases/webhooks/send-test-event.ts';
import { renderEvent } from '../events/render-event.ts';
import { defineRoute } from '../server/route.ts';
import { DeliverySchema } from './delivery-schema.ts';
import { exampleNewDelivery } from './examples.ts';
import { presentDelivery } from './present-delivery.ts';
import { presentEndpoint } from './present-endpoint.ts';

export const sendTestEvent = defineRoute({
  id: 'webhook_endpoints.test',
  method: 'POST',
  path: '/{public_key}/webhook_endpoints/{endpoint_id}/test',
  tag: 'Webhooks',
  summary: 'Send a test event',
  description:
    'Sends an event of the type `webhook_endpoint.test` to this endpoint, whatever types it wants. The event has the ' +
    'number 0 and is not in `GET …/events`.',
  access: 'webhooks:write',
  rateLimit: 'create',
  answers: {
    201: {
      description: 'Returns the delivery.',
      schema: DeliverySchema,
      example: { ...exampleNewDelivery, event_type: 'webhook_endpoint.test', number: 0, payment_intent_id: null },
    },
  },
  errors: ['invalid_state'],
}).handle(async (context, { principal: { livemode }, principal, params }) => {
  const delivery = await sendTestEventUseCase(context, await context.stores.of(principal), {
    id: params.endpoint_id,
    livemode,
    render: renderEvent,
    present: presentEndpoint,
  });
  return { status: 201, body: presentDelivery(delivery, livemode) };
});
