import { defineRoute } from '../server/route.ts';
import { ETAG, IF_NONE_MATCH, NOT_MODIFIED, unlessKnown } from '../server/unless-known.ts';
import { renderIntent } from './answer-intent.ts';
import { examplePaidIntent } from './example-outcomes.ts';
import { exampleIntent } from './examples.ts';
import { IntentSchema } from './intent-schema.ts';

export const getIntent = defineRoute({
  id: 'payment_intents.get',
  method: 'GET',
  path: '/{public_key}/payment_intents/{payment_intent_id}',
  tag: 'Payment intents',
  summary: 'Retrieve a payment intent',
  description:
    'Returns the payment intent with its payments, its warnings, its history and the request as it was sent.',
  access: 'payments:read',
  rateLimit: 'read',
  headers: IF_NONE_MATCH,
  answers: {
    200: {
      description: 'Returns the payment intent.',
      schema: IntentSchema,
      examples: {
        open: { summary: 'Awaiting the payment', value: exampleIntent },
        paid: { summary: 'Paid', value: examplePaidIntent },
      },
      headers: ETAG,
    },
    304: NOT_MODIFIED,
  },
}).handle(async (context, { principal, params, headers: request }) => {
  const store = await context.stores.of(principal);
  const { body, tag } = await renderIntent(context, principal, store, params.payment_intent_id);
  return unlessKnown(request, tag, {}, (headers) => ({ status: 200, headers, body }) as const);
});
