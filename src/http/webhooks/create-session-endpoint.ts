import { API_VERSION } from '../../domain/version.ts';
import { listEndpointErrors } from '../../domain/webhooks/list-endpoint-errors.ts';
import { createEndpoint } from '../../usecases/webhooks/create-endpoint.ts';
import { defineRoute } from '../server/route.ts';
import { confirmInLiveMode } from '../sessions/confirm-in-live-mode.ts';
import { tenantOf } from '../sessions/tenant-of.ts';
import { ASK, CreateSessionEndpointBody, NewEndpointSchema } from './endpoint-schema.ts';
import { exampleNewEndpoint } from './examples.ts';
import { presentNewEndpoint } from './present-endpoint.ts';

export const createSessionEndpoint = defineRoute({
  id: 'dashboard.webhook_endpoints.create',
  method: 'POST',
  path: '/dashboard/api/{mode}/webhook_endpoints',
  tag: 'Webhooks',
  summary: 'Create a webhook endpoint',
  description: 'Requires the password in live mode. Wrong passwords are counted per session.',
  access: 'session',
  permission: 'webhooks:write',
  rateLimit: 'create',
  body: {
    schema: CreateSessionEndpointBody,
    examples: {
      some: { summary: 'Some types of events', value: { ...exampleNewEndpoint, password: 'correct horse battery' } },
    },
    listMoreErrors: (allowed: object) => listEndpointErrors(allowed),
  },
  answers: { 201: { description: 'Returns the new endpoint with its secret.', schema: NewEndpointSchema } },
  errors: ['invalid_credentials', 'second_factor_required', 'invalid_state'],
}).handle(async (context, call) => {
  const tenant = tenantOf(context, call);
  const { url, description = '', events, password } = call.body.value;
  await confirmInLiveMode(context, call.signedIn, tenant, { password, detail: ASK });
  const input = {
    tenant,
    url,
    description,
    events,
    apiVersion: API_VERSION,
    actor: call.signedIn.user.id,
    address: call.address,
  };
  const created = await createEndpoint(context, await context.stores.of(tenant), input);
  return { status: 201, body: presentNewEndpoint(created, tenant.livemode) };
});
