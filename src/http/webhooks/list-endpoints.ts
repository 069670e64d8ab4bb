import { defineRoute } from '../server/route.ts';
import { EndpointListSchema } from './endpoint-schema.ts';
import { exampleEndpoint } from './examples.ts';
import { presentEndpoint } from './present-endpoint.ts';

export const listEndpoints = defineRoute({
  id: 'webhook_endpoints.list',
  method: 'GET',
  path: '/{public_key}/webhook_endpoints',
  tag: 'Webhooks',
  summary: 'List webhook endpoints',
  description: 'Returns every webhook endpoint of the mode, without its secret.',
  access: 'payments:read',
  rateLimit: 'read',
  answers: {
    200: {
      description: 'Returns all webhook endpoints, newest first.',
      schema: EndpointListSchema,
      example: { data: [exampleEndpoint] },
    },
  },
}).handle(async (context, { principal }) => {
  const { endpoints } = await context.stores.of(principal);
  const data = (await endpoints.list()).map((endpoint) => presentEndpoint(endpoint, principal.livemode));
  return { status: 200, body: { data } };
});
