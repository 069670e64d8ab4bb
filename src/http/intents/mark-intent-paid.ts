import { Type } from 'typebox';
import { defineRoute } from '../server/route.ts';
import { closed } from '../server/shapes.ts';
import { decideAndAnswer } from './decide-and-answer.ts';
import { exampleMarkedPaidIntent } from './example-outcomes.ts';
import { IntentSchema } from './intent-schema.ts';
import { Reason } from './reason-schema.ts';

export const markIntentPaid = defineRoute({
  id: 'payment_intents.mark_paid',
  method: 'POST',
  path: '/{public_key}/payment_intents/{payment_intent_id}/mark_paid',
  tag: 'Payment intents',
  summary: 'Mark a payment intent as paid',
  description:
    'Use this when the customer paid outside of Florin. Works in every status except `succeeded`, and sets the flag ' +
    '`manual`. The timeline records the reason.',
  access: 'payments:override',
  rateLimit: 'create',
  body: {
    schema: Type.Object({ reason: Reason }, closed),
    examples: { cash: { summary: 'Paid in the store', value: { reason: 'Paid in cash at the counter.' } } },
  },
  answers: {
    200: {
      description: 'Returns the payment intent.',
      schema: IntentSchema,
      example: exampleMarkedPaidIntent,
    },
  },
  errors: ['invalid_state'],
}).handle((context, { principal, address, params, body: { value } }) => {
  const id = params.payment_intent_id;
  return decideAndAnswer(context, principal, { id, kind: 'accepted', ...value, address, onlyReview: false });
});
