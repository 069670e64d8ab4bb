import { Type } from 'typebox';
import { decideIntent } from '../../usecases/intents/decide-intent.ts';
import { actorOf } from '../server/call.ts';
import { defineRoute } from '../server/route.ts';
import { closed, words } from '../server/shapes.ts';
import { answerIntent } from './answer-intent.ts';
import { exampleIntent } from './examples.ts';
import { IntentSchema } from './intent-schema.ts';
import { Reason } from './reason-schema.ts';

const Body = Type.Object(
  {
    decision: words(['accept', 'reject'], {
      description:
        '`accept` sets the status to `succeeded`: fulfill the order. `reject` cancels the payment intent: refund the ' +
        'money yourself.',
    }),
    reason: Reason,
  },
  closed,
);

export const resolveIntent = defineRoute({
  id: 'payment_intents.resolve',
  method: 'POST',
  path: '/{public_key}/payment_intents/{payment_intent_id}/resolve',
  tag: 'Payment intents',
  summary: 'Resolve a review',
  description:
    'Accepts or rejects a payment intent whose status is `needs_review`. The timeline records the decision and its reason.',
  access: 'payments:override',
  rateLimit: 'create',
  body: {
    schema: Body,
    examples: {
      accept: {
        summary: 'Accept the payment',
        value: { decision: 'accept', reason: 'The customer paid the rest by card.' },
      },
    },
  },
  answers: {
    200: {
      description: 'Returns the payment intent.',
      schema: IntentSchema,
      example: { ...exampleIntent, status: 'succeeded' },
    },
  },
  errors: ['invalid_state'],
}).handle(async (context, { principal, address, params, body }) => {
  const store = await context.stores.of(principal);
  const { decision, reason } = body.value;
  const { id } = await decideIntent(context, store, {
    tenant: principal,
    id: params.payment_intent_id,
    kind: decision === 'accept' ? 'accepted' : 'rejected',
    reason,
    actor: actorOf(principal),
    address,
    onlyReview: true,
  });
  return answerIntent(context, principal, store, id);
});
