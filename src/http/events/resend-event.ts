import { Type } from 'typebox';
import { parseId } from '../../domain/ids.ts';
import { resendEvent as resendEventUseCase } from '../../usecases/webhooks/resend-event.ts';
import { defineRoute } from '../server/route.ts';
import { closed } from '../server/shapes.ts';
import { DeliveryListSchema } from '../webhooks/delivery-schema.ts';
import { exampleNewDelivery } from '../webhooks/examples.ts';
import { presentDelivery } from '../webhooks/present-delivery.ts';
import { renderEvent } from './render-event.ts';

const Body = Type.Object(
  {
    endpoint: Type.Optional(
      Type.String({
        maxLength: 64,
        description: 'The ID of one webhook endpoint. By default, the event is sent to all that subscribe to its type.',
      }),
    ),
  },
  closed,
);

export const resendEvent = defineRoute({
  id: 'events.resend',
  method: 'POST',
  path: '/{public_key}/events/{event_id}/resend',
  tag: 'Events',
  summary: 'Resend an event',
  description: 'An endpoint that got the event gets the same body with the same `webhook-id` again.',
  access: 'webhooks:write',
  rateLimit: 'create',
  body: {
    schema: Body,
    examples: { all: { summary: 'To every endpoint that wants it', value: {} } },
  },
  answers: {
    201: {
      description: 'Returns the new deliveries.',
      schema: DeliveryListSchema,
      example: { data: [exampleNewDelivery] },
    },
  },
  errors: ['invalid_state'],
}).handle(async (context, { principal, params, body: { value: sent } }) => {
  const deliveries = await resendEventUseCase(context, await context.stores.of(principal), {
    id: params.event_id,
    endpoint: sent.endpoint === undefined ? 'all' : { id: parseId('we', sent.endpoint) },
    render: renderEvent,
  });
  return { status: 201, body: { data: deliveries.map((delivery) => presentDelivery(delivery, principal.livemode)) } };
});
