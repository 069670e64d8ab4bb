import { parseId } from '../../domain/ids.ts';
import { cancelIntent as cancelIntentUseCase } from '../../usecases/cancel-intent.ts';
import { answerIntent } from '../answer-intent.ts';
import { exampleIntent } from '../examples.ts';
import type { KeyedRoute } from '../route.ts';
import { IntentSchema } from '../schemas/intent.ts';

export const cancelIntent: KeyedRoute = {
  id: 'payment_intents.cancel',
  method: 'POST',
  path: '/{public_key}/payment_intents/{payment_intent_id}/cancel',
  tag: 'Payment intents',
  summary: 'Cancel a payment intent',
  description:
    'Only an open intent can be canceled. Canceling it twice changes nothing and is no error. Takes no body.',
  access: 'payments:write',
  budget: 'create',
  answers: {
    200: {
      description: 'The canceled intent.',
      schema: IntentSchema,
      example: { ...exampleIntent, status: 'canceled', sequence: 2 },
    },
  },
  errors: ['invalid_state'],
  async handle(context, { principal, params }) {
    const store = await context.stores.of(principal);
    const intent = await cancelIntentUseCase(context, store, parseId('pi', params['payment_intent_id'] ?? ''));
    return answerIntent(context, principal, store, intent);
  },
};
