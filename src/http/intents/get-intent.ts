import { parseId } from '../../domain/ids.ts';
import { getIntent as getIntentUseCase } from '../../usecases/intents/get-intent.ts';
import type { KeyedRoute } from '../server/route.ts';
import { answerIntent } from './answer-intent.ts';
import { exampleIntent } from './example-intent.ts';
import { IntentSchema } from './intent-schema.ts';

export const getIntent: KeyedRoute = {
  id: 'payment_intents.get',
  method: 'GET',
  path: '/{public_key}/payment_intents/{payment_intent_id}',
  tag: 'Payment intents',
  summary: 'Read a payment intent',
  access: 'payments:read',
  budget: 'read',
  answers: { 200: { description: 'The intent.', schema: IntentSchema, example: exampleIntent } },
  async handle(context, { principal, params }) {
    const store = await context.stores.of(principal);
    const intent = await getIntentUseCase(store, parseId('pi', params['payment_intent_id'] ?? ''));
    return answerIntent(context, principal, store, intent);
  },
};
