import { Type } from 'typebox';
import { parseId } from '../../domain/ids.ts';
import { cancelIntent as cancelIntentUseCase } from '../../usecases/intents/cancel-intent.ts';
import type { KeyedRoute } from '../server/route.ts';
import { answerIntent } from './answer-intent.ts';
import { exampleIntent } from './example-intent.ts';
import { IntentSchema } from './intent-schema.ts';

export const cancelIntent: KeyedRoute = {
  id: 'payment_intents.cancel',
  method: 'POST',
  path: '/{public_key}/payment_intents/{payment_intent_id}/cancel',
  tag: 'Payment intents',
  summary: 'Cancel a payment intent',
  description:
    'Only an open intent without money can be canceled; with `force=true` also one with money, which then needs a review. ' +
    'Canceling it twice changes nothing and is no error. Takes no body.',
  access: 'payments:write',
  budget: 'create',
  query: Type.Object(
    { force: Type.Optional(Type.Literal('true', { description: 'Also where money has been seen.' })) },
    { additionalProperties: false },
  ),
  answers: {
    200: {
      description: 'The canceled intent.',
      schema: IntentSchema,
      example: { ...exampleIntent, status: 'canceled', sequence: 2 },
    },
  },
  errors: ['invalid_state'],
  async handle(context, { principal, params, query }) {
    const store = await context.stores.of(principal);
    const id = parseId('pi', params['payment_intent_id'] ?? '');
    const intent = await cancelIntentUseCase(context, store, id, query['force'] === 'true');
    return answerIntent(context, principal, store, intent);
  },
};
