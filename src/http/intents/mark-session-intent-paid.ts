import { Type } from 'typebox';
import { defineRoute } from '../server/route.ts';
import { closed } from '../server/shapes.ts';
import { callerOf } from '../sessions/caller-of.ts';
import { confirmInLiveMode, PasswordInLiveMode } from '../sessions/confirm-in-live-mode.ts';
import { decideAndAnswer } from './decide-and-answer.ts';
import { exampleMarkedPaidIntent } from './example-outcomes.ts';
import { IntentSchema } from './intent-schema.ts';
import { Reason } from './reason-schema.ts';

export const markSessionIntentPaid = defineRoute({
  id: 'dashboard.payment_intents.mark_paid',
  method: 'POST',
  path: '/dashboard/api/{mode}/payment_intents/{payment_intent_id}/mark_paid',
  tag: 'Payment intents',
  summary: 'Mark a payment intent as paid',
  description: 'Requires the password in live mode. Wrong passwords are counted per session.',
  access: 'session',
  permission: 'payments:override',
  rateLimit: 'create',
  body: {
    schema: Type.Object({ reason: Reason, password: PasswordInLiveMode() }, closed),
    examples: {
      cash: {
        summary: 'Paid in the store, in live mode',
        value: { reason: 'Paid in cash at the counter.', password: 'correct horse battery' },
      },
    },
  },
  answers: {
    200: {
      description: 'Returns the payment intent.',
      schema: IntentSchema,
      example: exampleMarkedPaidIntent,
    },
  },
  errors: ['invalid_state', 'invalid_credentials', 'second_factor_required'],
}).handle(async (context, call) => {
  const caller = await callerOf(context, call);
  const { reason, password } = call.body.value;
  const detail = 'Enter your password to mark a live payment as paid.';
  await confirmInLiveMode(context, call.signedIn, caller, { password, detail });
  const { address, params } = call;
  const id = params.payment_intent_id;
  return decideAndAnswer(context, caller, { id, kind: 'accepted', reason, address, onlyReview: false });
});
