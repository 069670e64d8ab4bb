import { type Static, Type } from 'typebox';
import { Problem } from '../../domain/errors.ts';
import { LIMITS } from '../../domain/limits.ts';
import { resendFailed } from '../../usecases/webhooks/resend-failed.ts';
import { resendRange } from '../../usecases/webhooks/resend-range.ts';
import { renderEvent } from '../events/render-event.ts';
import { defineRoute } from '../server/route.ts';
import { closed } from '../server/shapes.ts';
import { ResendToEndpointBody } from './endpoint-schema.ts';

const ResentSchema = Type.Object(
  { resent: Type.Integer({ minimum: 0, description: 'How many deliveries were started.' }) },
  closed,
);

export const resendToEndpoint = defineRoute({
  id: 'webhook_endpoints.resend',
  method: 'POST',
  path: '/{public_key}/webhook_endpoints/{endpoint_id}/resend',
  tag: 'Webhooks',
  summary: 'Resend events to an endpoint',
  description:
    'With `state`, starts all failed deliveries again. With `after` and `before`, sends the events between these numbers, ' +
    'as far as the endpoint wants their types. An event that the endpoint got has the same ID and body again. At most ' +
    `${LIMITS.resentEventsMax.toLocaleString('en-US')} per request, and no range while as many are pending.`,
  access: 'webhooks:write',
  rateLimit: 'create',
  body: {
    schema: ResendToEndpointBody,
    examples: {
      failed: { summary: 'Everything that failed', value: { state: 'failed' } },
      range: { summary: 'The events 101 to 199', value: { after: 100, before: 200 } },
    },
  },
  answers: { 200: { description: 'Returns how many.', schema: ResentSchema, example: { resent: 12 } } },
  errors: ['invalid_state'],
}).handle(async (context, { principal, params: { endpoint_id: id }, body }) => {
  const range = readRange(body.value);
  const store = await context.stores.of(principal);
  const resent = range
    ? await resendRange(context, store, { id, ...range, render: renderEvent })
    : await resendFailed(context, store, { id });
  return { status: 200, body: { resent } };
});

/** Undefined for everything that failed. */
function readRange({
  state,
  after,
  before,
}: Static<typeof ResendToEndpointBody>): { after: number; before: number } | undefined {
  if (state !== undefined && after === undefined && before === undefined) return undefined;
  if (state === undefined && after !== undefined && before !== undefined) return { after, before };
  throw new Problem('validation_failed', 'Send either a state or a range.', {
    errors: [{ pointer: '#/state', code: 'invalid_value', detail: 'Send either `state`, or `after` and `before`.' }],
  });
}
