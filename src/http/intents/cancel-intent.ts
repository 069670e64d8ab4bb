import { Type } from 'typebox';
import { cancelIntent as cancelIntentUseCase } from '../../usecases/intents/cancel-intent.ts';
import { defineRoute } from '../server/route.ts';
import { closed } from '../server/shapes.ts';
import { answerIntent } from './answer-intent.ts';
import { exampleCanceledIntent } from './example-outcomes.ts';
import { IntentSchema } from './intent-schema.ts';

export const cancelIntent = defineRoute({
  id: 'payment_intents.cancel',
  method: 'POST',
  path: '/{public_key}/payment_intents/{payment_intent_id}/cancel',
  tag: 'Payment intents',
  summary: 'Cancel a payment intent',
  description:
    'Cancels an open payment intent that has received no money. With `force=true`, also cancels one that has received ' +
    'money; it then needs a review. Canceling a canceled payment intent has no effect. The request has no body.',
  access: 'payments:write',
  rateLimit: 'create',
  query: Type.Object(
    { force: Type.Optional(Type.Literal('true', { description: 'Cancel even if money has been received.' })) },
    closed,
  ),
  answers: {
    200: {
      description: 'Returns the canceled payment intent.',
      schema: IntentSchema,
      example: exampleCanceledIntent,
    },
  },
  errors: ['invalid_state'],
}).handle(async (context, { principal, params, query }) => {
  const store = await context.stores.of(principal);
  const { id } = await cancelIntentUseCase(context, store, params.payment_intent_id, query.force === 'true');
  return answerIntent(context, principal, store, id);
});
