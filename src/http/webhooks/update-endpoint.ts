import { listEndpointErrors } from '../../domain/webhooks/list-endpoint-errors.ts';
import { changeEndpoint } from '../../usecases/webhooks/change-endpoint.ts';
import { actorOf } from '../server/call.ts';
import { defineRoute } from '../server/route.ts';
import { EndpointSchema, UpdateEndpointBody } from './endpoint-schema.ts';
import { exampleEndpoint } from './examples.ts';
import { presentEndpoint } from './present-endpoint.ts';

export const updateEndpoint = defineRoute({
  id: 'webhook_endpoints.update',
  method: 'PATCH',
  path: '/{public_key}/webhook_endpoints/{endpoint_id}',
  tag: 'Webhooks',
  summary: 'Update a webhook endpoint',
  description:
    'Changes what you send. Nothing is sent to an endpoint while it is disabled, and what was pending fails. Events that ' +
    'happen meanwhile are not sent later: resend them, or read them from `GET …/events`.',
  access: 'webhooks:write',
  rateLimit: 'create',
  body: {
    schema: UpdateEndpointBody,
    examples: {
      events: { summary: 'Other types of events', value: { events: ['payment_intent.succeeded'] } },
      disable: { summary: 'Disable it', value: { status: 'disabled' } },
    },
    listMoreErrors: (allowed: object) => listEndpointErrors(allowed),
  },
  answers: { 200: { description: 'Returns the endpoint.', schema: EndpointSchema, example: exampleEndpoint } },
}).handle(async (context, { principal, address, params, body: { value: sent } }) => {
  const endpoint = await changeEndpoint(context, await context.stores.of(principal), {
    id: params.endpoint_id,
    livemode: principal.livemode,
    ...sent,
    actor: actorOf(principal),
    address,
  });
  return { status: 200, body: presentEndpoint(endpoint, principal.livemode) };
});
