import { defineRoute } from '../server/route.ts';
import { answerIntent } from './answer-intent.ts';
import { exampleIntent } from './examples.ts';
import { IntentSchema } from './intent-schema.ts';

export const getIntent = defineRoute({
  id: 'payment_intents.get',
  method: 'GET',
  path: '/{public_key}/payment_intents/{payment_intent_id}',
  tag: 'Payment intents',
  summary: 'Retrieve a payment intent',
  access: 'payments:read',
  rateLimit: 'read',
  answers: { 200: { description: 'Returns the payment intent.', schema: IntentSchema, example: exampleIntent } },
}).handle(async (context, { principal, params }) => {
  const store = await context.stores.of(principal);
  return answerIntent(context, principal, store, params.payment_intent_id);
});
