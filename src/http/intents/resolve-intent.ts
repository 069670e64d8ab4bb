import { Type } from 'typebox';
import { parseId } from '../../domain/ids.ts';
import { decideIntent } from '../../usecases/intents/decide-intent.ts';
import { actorOf, type KeyedRoute } from '../server/route.ts';
import { answerIntent } from './answer-intent.ts';
import { exampleIntent } from './example-intent.ts';
import { IntentSchema } from './intent-schema.ts';
import { Reason } from './reason-schema.ts';

const Body = Type.Object(
  {
    decision: Type.Union([Type.Literal('accept'), Type.Literal('reject')], {
      description: '`accept`: it counts as paid, deliver. `reject`: it is canceled; give the money back yourself.',
    }),
    reason: Reason,
  },
  { additionalProperties: false },
);

export const resolveIntent: KeyedRoute = {
  id: 'payment_intents.resolve',
  method: 'POST',
  path: '/{public_key}/payment_intents/{payment_intent_id}/resolve',
  tag: 'Payment intents',
  summary: 'Decide what needs a review',
  description: 'Only an intent in the status `needs_review` can be resolved. The reason is kept in its timeline.',
  access: 'payments:override',
  budget: 'create',
  body: {
    schema: Body,
    examples: {
      accept: { summary: 'Accept it', value: { decision: 'accept', reason: 'The customer sent the rest by card.' } },
    },
  },
  answers: {
    200: {
      description: 'The intent, decided.',
      schema: IntentSchema,
      example: { ...exampleIntent, status: 'succeeded' },
    },
  },
  errors: ['invalid_state'],
  async handle(context, { principal, params, body }) {
    const store = await context.stores.of(principal);
    const { decision, reason } = body.value as { decision: 'accept' | 'reject'; reason: string };
    const intent = await decideIntent(context, store, {
      tenant: principal,
      id: parseId('pi', params['payment_intent_id'] ?? ''),
      kind: decision === 'accept' ? 'accepted' : 'rejected',
      reason,
      actor: actorOf(principal),
      onlyReview: true,
    });
    return answerIntent(context, principal, store, intent);
  },
};
