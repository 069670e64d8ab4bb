import { deleteEndpoint as deleteEndpointUseCase } from '../../usecases/webhooks/delete-endpoint.ts';
import { actorOf } from '../server/call.ts';
import { defineRoute } from '../server/route.ts';
import { DeletedEndpointSchema } from './endpoint-schema.ts';
import { exampleEndpoint } from './examples.ts';

export const deleteEndpoint = defineRoute({
  id: 'webhook_endpoints.delete',
  method: 'DELETE',
  path: '/{public_key}/webhook_endpoints/{endpoint_id}',
  tag: 'Webhooks',
  summary: 'Delete a webhook endpoint',
  description: 'What was pending fails. The deliveries stay in the log.',
  access: 'webhooks:write',
  rateLimit: 'create',
  answers: {
    200: {
      description: 'Returns the ID of the deleted endpoint.',
      schema: DeletedEndpointSchema,
      example: { id: exampleEndpoint.id, deleted: true },
    },
  },
}).handle(async (context, { principal, address, params: { endpoint_id: id } }) => {
  await deleteEndpointUseCase(context, await context.stores.of(principal), { id, actor: actorOf(principal), address });
  return { status: 200, body: { id: String(id), deleted: true } };
});
