import { listEndpointErrors } from '../../domain/webhooks/list-endpoint-errors.ts';
import { changeEndpoint } from '../../usecases/webhooks/change-endpoint.ts';
import { getEndpoint } from '../../usecases/webhooks/get-endpoint.ts';
import { defineRoute } from '../server/route.ts';
import { confirmInLiveMode } from '../sessions/confirm-in-live-mode.ts';
import { tenantOf } from '../sessions/tenant-of.ts';
import { ASK, EndpointSchema, UpdateSessionEndpointBody } from './endpoint-schema.ts';
import { presentEndpoint } from './present-endpoint.ts';

export const updateSessionEndpoint = defineRoute({
  id: 'dashboard.webhook_endpoints.update',
  method: 'PATCH',
  path: '/dashboard/api/{mode}/webhook_endpoints/{endpoint_id}',
  tag: 'Webhooks',
  summary: 'Update a webhook endpoint',
  description: 'Another URL requires the password in live mode. Wrong passwords are counted per session.',
  access: 'session',
  permission: 'webhooks:write',
  rateLimit: 'create',
  body: {
    schema: UpdateSessionEndpointBody,
    examples: { disable: { summary: 'Disable it', value: { status: 'disabled' } } },
    listMoreErrors: (allowed: object) => listEndpointErrors(allowed),
  },
  answers: { 200: { description: 'Returns the endpoint.', schema: EndpointSchema } },
  errors: ['invalid_credentials', 'second_factor_required'],
}).handle(async (context, call) => {
  const tenant = tenantOf(context, call);
  const { password, ...changes } = call.body.value;
  const store = await context.stores.of(tenant);
  const { id, url } = await getEndpoint(store, call.params.endpoint_id);
  if (changes.url !== undefined && changes.url !== url) {
    await confirmInLiveMode(context, call.signedIn, tenant, { password, detail: ASK });
  }
  const input = { id, livemode: tenant.livemode, ...changes, actor: call.signedIn.user.id, address: call.address };
  return { status: 200, body: presentEndpoint(await changeEndpoint(context, store, input), tenant.livemode) };
});
