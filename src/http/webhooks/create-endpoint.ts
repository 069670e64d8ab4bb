import { LIMITS } from '../../domain/limits.ts';
import { listEndpointErrors } from '../../domain/webhooks/list-endpoint-errors.ts';
import { createEndpoint as createEndpointUseCase } from '../../usecases/webhooks/create-endpoint.ts';
import { versionOf } from '../events/version-of.ts';
import { actorOf } from '../server/call.ts';
import { defineRoute } from '../server/route.ts';
import { CreateEndpointBody, NewEndpointSchema } from './endpoint-schema.ts';
import { EXAMPLE_SECRET, exampleEndpoint, exampleNewEndpoint } from './examples.ts';
import { presentNewEndpoint } from './present-endpoint.ts';

export const createEndpoint = defineRoute({
  id: 'webhook_endpoints.create',
  method: 'POST',
  path: '/{public_key}/webhook_endpoints',
  tag: 'Webhooks',
  summary: 'Create a webhook endpoint',
  description:
    `The response contains the \`secret\` that signs what is sent, and it is shown only once. You can have up to ` +
    `${LIMITS.webhookEndpointsMax} endpoints per mode. The field error \`invalid_url\` says why events cannot be sent to ` +
    'the URL.',
  access: 'webhooks:write',
  rateLimit: 'create',
  body: {
    schema: CreateEndpointBody,
    examples: {
      some: { summary: 'Some types of events', value: exampleNewEndpoint },
      all: { summary: 'Every event', value: { url: exampleNewEndpoint.url } },
    },
    listMoreErrors: (allowed: object) => listEndpointErrors(allowed),
  },
  answers: {
    201: {
      description: 'Returns the new endpoint with its secret.',
      schema: NewEndpointSchema,
      example: { ...exampleEndpoint, last_success_at: null, secret: EXAMPLE_SECRET },
    },
  },
  errors: ['invalid_state'],
}).handle(async (context, { principal, address, headers, body: { value: sent } }) => {
  const created = await createEndpointUseCase(context, await context.stores.of(principal), {
    tenant: principal,
    url: sent.url,
    description: sent.description ?? '',
    events: sent.events ?? ['*'],
    apiVersion: sent.api_version ?? versionOf(principal, headers),
    actor: actorOf(principal),
    address,
  });
  return { status: 201, body: presentNewEndpoint(created, principal.livemode) };
});
