import { getEndpoint as getEndpointUseCase } from '../../usecases/webhooks/get-endpoint.ts';
import { defineRoute } from '../server/route.ts';
import { EndpointSchema } from './endpoint-schema.ts';
import { exampleEndpoint } from './examples.ts';
import { presentEndpoint } from './present-endpoint.ts';

export const getEndpoint = defineRoute({
  id: 'webhook_endpoints.get',
  method: 'GET',
  path: '/{public_key}/webhook_endpoints/{endpoint_id}',
  tag: 'Webhooks',
  summary: 'Retrieve a webhook endpoint',
  description: 'Returns the webhook endpoint with its health, without its secret.',
  access: 'payments:read',
  rateLimit: 'read',
  answers: { 200: { description: 'Returns the endpoint.', schema: EndpointSchema, example: exampleEndpoint } },
}).handle(async (context, { principal, params }) => {
  const endpoint = await getEndpointUseCase(await context.stores.of(principal), params.endpoint_id);
  return { status: 200, body: presentEndpoint(endpoint, principal.livemode) };
});
