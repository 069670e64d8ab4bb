import { getEndpoint } from '../../usecases/webhooks/get-endpoint.ts';
import { rollEndpointSecret } from '../../usecases/webhooks/roll-endpoint-secret.ts';
import { defineRoute } from '../server/route.ts';
import { confirmInLiveMode } from '../sessions/confirm-in-live-mode.ts';
import { tenantOf } from '../sessions/tenant-of.ts';
import { ASK, NewEndpointSchema, RollSessionSecretBody } from './endpoint-schema.ts';
import { presentNewEndpoint } from './present-endpoint.ts';

export const rollSessionSecret = defineRoute({
  id: 'dashboard.webhook_endpoints.roll_secret',
  method: 'POST',
  path: '/dashboard/api/{mode}/webhook_endpoints/{endpoint_id}/roll_secret',
  tag: 'Webhooks',
  summary: 'Roll a webhook secret',
  description: 'Requires the password in live mode. During the overlap, both secrets sign.',
  access: 'session',
  permission: 'webhooks:write',
  rateLimit: 'create',
  body: {
    schema: RollSessionSecretBody,
    examples: {
      a_day: {
        summary: 'Both secrets sign for a day',
        value: { overlap: '24h', password: 'correct horse battery' },
      },
    },
  },
  answers: { 200: { description: 'Returns the endpoint with its new secret.', schema: NewEndpointSchema } },
  errors: ['invalid_credentials', 'second_factor_required'],
}).handle(async (context, call) => {
  const tenant = tenantOf(context, call);
  const { overlap, password } = call.body.value;
  const store = await context.stores.of(tenant);
  const { id } = await getEndpoint(store, call.params.endpoint_id);
  await confirmInLiveMode(context, call.signedIn, tenant, { password, detail: ASK });
  const rolled = await rollEndpointSecret(context, store, {
    tenant,
    id,
    overlap,
    actor: call.signedIn.user.id,
    address: call.address,
  });
  return { status: 200, body: presentNewEndpoint(rolled, tenant.livemode) };
});
