import { Type } from 'typebox';
import { defineRoute } from '../server/route.ts';
import { closed, words } from '../server/shapes.ts';
import { decideAndAnswer } from './decide-and-answer.ts';
import { exampleAcceptedIntent } from './example-outcomes.ts';
import { IntentSchema } from './intent-schema.ts';
import { Reason } from './reason-schema.ts';

/** What the body says, and what is stored. */
export const KINDS = { accept: 'accepted', reject: 'rejected' } as const;

export const Resolution = {
  decision: words(['accept', 'reject'], {
    description:
      '`accept` sets the status to `succeeded`: fulfill the order. `reject` cancels the payment intent: refund the ' +
      'money yourself.',
  }),
  reason: Reason,
};

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
    schema: Type.Object(Resolution, closed),
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
      example: exampleAcceptedIntent,
    },
  },
  errors: ['invalid_state'],
}).handle((context, { principal, address, params, body }) => {
  const { decision, reason } = body.value;
  const id = params.payment_intent_id;
  return decideAndAnswer(context, principal, { id, kind: KINDS[decision], reason, address, onlyReview: true });
});
