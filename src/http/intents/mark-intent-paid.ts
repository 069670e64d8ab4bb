import { Type } from 'typebox';
import { parseId } from '../../domain/ids.ts';
import { decideIntent } from '../../usecases/intents/decide-intent.ts';
import { actorOf, type KeyedRoute } from '../server/route.ts';
import { answerIntent } from './answer-intent.ts';
import { exampleIntent } from './example-intent.ts';
import { IntentSchema } from './intent-schema.ts';
import { Reason } from './reason-schema.ts';

const Body = Type.Object({ reason: Reason }, { additionalProperties: false });

export const markIntentPaid: KeyedRoute = {
  id: 'payment_intents.mark_paid',
  method: 'POST',
  path: '/{public_key}/payment_intents/{payment_intent_id}/mark_paid',
  tag: 'Payment intents',
  summary: 'Mark as paid by hand',
  description:
    'For money that came another way. From every status but `succeeded`; sets the flag `manual`. The reason is kept in the timeline.',
  access: 'payments:override',
  budget: 'create',
  body: {
    schema: Body,
    examples: { cash: { summary: 'Paid in the shop', value: { reason: 'Paid in cash at the counter.' } } },
  },
  answers: {
    200: {
      description: 'The intent, paid.',
      schema: IntentSchema,
      example: { ...exampleIntent, status: 'succeeded', flags: ['manual'] },
    },
  },
  errors: ['invalid_state'],
  async handle(context, { principal, params, body }) {
    const store = await context.stores.of(principal);
    const intent = await decideIntent(context, store, {
      tenant: principal,
      id: parseId('pi', params['payment_intent_id'] ?? ''),
      kind: 'accepted',
      reason: (body.value as { reason: string }).reason,
      actor: actorOf(principal),
      onlyReview: false,
    });
    return answerIntent(context, principal, store, intent);
  },
};
