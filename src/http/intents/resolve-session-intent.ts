import { Type } from 'typebox';
import { defineRoute } from '../server/route.ts';
import { closed } from '../server/shapes.ts';
import { callerOf } from '../sessions/caller-of.ts';
import { confirmInLiveMode, PasswordInLiveMode } from '../sessions/confirm-in-live-mode.ts';
import { decideAndAnswer } from './decide-and-answer.ts';
import { exampleAcceptedIntent } from './example-outcomes.ts';
import { IntentSchema } from './intent-schema.ts';
import { KINDS, Resolution } from './resolve-intent.ts';

export const resolveSessionIntent = defineRoute({
  id: 'dashboard.payment_intents.resolve',
  method: 'POST',
  path: '/dashboard/api/{mode}/payment_intents/{payment_intent_id}/resolve',
  tag: 'Payment intents',
  summary: 'Resolve a review',
  description: 'Requires the password in live mode. Wrong passwords are counted per session.',
  access: 'session',
  permission: 'payments:override',
  rateLimit: 'create',
  body: {
    schema: Type.Object({ ...Resolution, password: PasswordInLiveMode() }, closed),
    examples: {
      accept: {
        summary: 'Accept the payment, in live mode',
        value: {
          decision: 'accept',
          reason: 'The customer paid the rest by card.',
          password: 'correct horse battery',
        },
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
  errors: ['invalid_state', 'invalid_credentials', 'second_factor_required'],
}).handle(async (context, call) => {
  const caller = await callerOf(context, call);
  const { decision, reason, password } = call.body.value;
  const detail = 'Enter your password to resolve a live payment.';
  await confirmInLiveMode(context, call.signedIn, caller, { password, detail });
  const { address, params } = call;
  const id = params.payment_intent_id;
  return decideAndAnswer(context, caller, { id, kind: KINDS[decision], reason, address, onlyReview: true });
});
