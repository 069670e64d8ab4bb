import { Type } from 'typebox';
import { EXAMPLE_INTENT_ID } from '../intents/examples.ts';
import { IntentSchema } from '../intents/intent-schema.ts';
import { defineRoute } from '../server/route.ts';
import { closed } from '../server/shapes.ts';
import { callerOf } from '../sessions/caller-of.ts';
import { confirmInLiveMode, PasswordInLiveMode } from '../sessions/confirm-in-live-mode.ts';
import { Assignment, assignAndAnswer } from './assign-transfer.ts';
import { exampleAssignedIntent } from './examples.ts';

export const assignSessionTransfer = defineRoute({
  id: 'dashboard.transfers.assign',
  method: 'POST',
  path: '/dashboard/api/{mode}/transfers/{transfer_id}/assign',
  tag: 'Transfers',
  summary: 'Assign a transfer to a payment intent',
  description: 'Requires the password in live mode. Wrong passwords are counted per session.',
  access: 'session',
  permission: 'payments:override',
  rateLimit: 'create',
  body: {
    schema: Type.Object({ ...Assignment, password: PasswordInLiveMode() }, closed),
    examples: {
      intent: {
        summary: 'One payment intent, in live mode',
        value: { payment_intent_id: EXAMPLE_INTENT_ID, password: 'correct horse battery' },
      },
    },
  },
  answers: {
    200: {
      description: 'Returns the payment intent.',
      schema: IntentSchema,
      example: exampleAssignedIntent,
    },
  },
  errors: ['invalid_state', 'invalid_credentials', 'second_factor_required'],
}).handle(async (context, call) => {
  const caller = await callerOf(context, call);
  const { payment_intent_id: intentId, password } = call.body.value;
  const detail = 'Enter your password to assign a live transfer.';
  await confirmInLiveMode(context, call.signedIn, caller, { password, detail });
  return assignAndAnswer(context, caller, { id: call.params.transfer_id, intentId, address: call.address });
});
