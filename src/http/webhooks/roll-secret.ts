import { rollEndpointSecret } from '../../usecases/webhooks/roll-endpoint-secret.ts';
import { actorOf } from '../server/call.ts';
import { defineRoute } from '../server/route.ts';
import { NewEndpointSchema, RollSecretBody } from './endpoint-schema.ts';
import { EXAMPLE_SECRET, exampleEndpoint } from './examples.ts';
import { presentNewEndpoint } from './present-endpoint.ts';

export const rollSecret = defineRoute({
  id: 'webhook_endpoints.roll_secret',
  method: 'POST',
  path: '/{public_key}/webhook_endpoints/{endpoint_id}/roll_secret',
  tag: 'Webhooks',
  summary: 'Roll a webhook secret',
  description:
    'Replaces the secret. During the overlap, `webhook-signature` contains a signature with each of the two secrets, so ' +
    'that either one verifies.',
  access: 'webhooks:write',
  rateLimit: 'create',
  body: {
    schema: RollSecretBody,
    examples: { a_day: { summary: 'Both secrets sign for a day', value: { overlap: '24h' } } },
  },
  answers: {
    200: {
      description: 'Returns the endpoint with its new secret.',
      schema: NewEndpointSchema,
      example: { ...exampleEndpoint, previous_secret_until: '2026-11-16T10:00:00.000Z', secret: EXAMPLE_SECRET },
    },
  },
}).handle(async (context, { principal, address, params, body }) => {
  const rolled = await rollEndpointSecret(context, await context.stores.of(principal), {
    tenant: principal,
    id: params.endpoint_id,
    overlap: body.value.overlap,
    actor: actorOf(principal),
    address,
  });
  return { status: 200, body: presentNewEndpoint(rolled, principal.livemode) };
});
