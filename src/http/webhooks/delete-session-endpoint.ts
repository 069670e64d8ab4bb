import { deleteEndpoint } from '../../usecases/webhooks/delete-endpoint.ts';
import { getEndpoint } from '../../usecases/webhooks/get-endpoint.ts';
import { defineRoute } from '../server/route.ts';
import { confirmInLiveMode } from '../sessions/confirm-in-live-mode.ts';
import { tenantOf } from '../sessions/tenant-of.ts';
import { ASK, DeletedEndpointSchema, DeleteSessionEndpointBody } from './endpoint-schema.ts';

export const deleteSessionEndpoint = defineRoute({
  id: 'dashboard.webhook_endpoints.delete',
  method: 'DELETE',
  path: '/dashboard/api/{mode}/webhook_endpoints/{endpoint_id}',
  tag: 'Webhooks',
  summary: 'Delete a webhook endpoint',
  description: 'Requires the password in live mode. What was pending fails. The deliveries stay in the log.',
  access: 'session',
  permission: 'webhooks:write',
  rateLimit: 'create',
  body: {
    schema: DeleteSessionEndpointBody,
    examples: { password: { summary: 'In live mode', value: { password: 'correct horse battery' } } },
  },
  answers: { 200: { description: 'Returns the ID of the deleted endpoint.', schema: DeletedEndpointSchema } },
  errors: ['invalid_credentials', 'second_factor_required'],
}).handle(async (context, call) => {
  const tenant = tenantOf(context, call);
  const store = await context.stores.of(tenant);
  const { id } = await getEndpoint(store, call.params.endpoint_id);
  await confirmInLiveMode(context, call.signedIn, tenant, { password: call.body.value.password, detail: ASK });
  await deleteEndpoint(context, store, { id, actor: call.signedIn.user.id, address: call.address });
  return { status: 200, body: { id, deleted: true } };
});
