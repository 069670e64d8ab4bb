import { Type } from 'typebox';
import { parseId } from '../../domain/ids.ts';
import { type AssignInput, assignTransfer as assign } from '../../usecases/transfers/assign-transfer.ts';
import { answerIntent } from '../intents/answer-intent.ts';
import { EXAMPLE_INTENT_ID } from '../intents/examples.ts';
import { IntentSchema } from '../intents/intent-schema.ts';
import { actorOf, type Caller } from '../server/call.ts';
import type { Context } from '../server/context.ts';
import { defineRoute } from '../server/route.ts';
import { closed } from '../server/shapes.ts';
import { exampleAssignedIntent } from './examples.ts';

export const Assignment = {
  payment_intent_id: Type.String({ maxLength: 64, description: 'The payment intent that the transfer pays.' }),
};

export const assignTransfer = defineRoute({
  id: 'transfers.assign',
  method: 'POST',
  path: '/{public_key}/transfers/{transfer_id}/assign',
  tag: 'Transfers',
  summary: 'Assign a transfer to a payment intent',
  description:
    'The transfer becomes a payment of the payment intent and counts like any other. The audit log records the assignment.',
  access: 'payments:override',
  rateLimit: 'create',
  body: {
    schema: Type.Object(Assignment, closed),
    examples: { intent: { summary: 'One payment intent', value: { payment_intent_id: EXAMPLE_INTENT_ID } } },
  },
  answers: {
    200: { description: 'Returns the payment intent.', schema: IntentSchema, example: exampleAssignedIntent },
  },
  errors: ['invalid_state'],
}).handle((context, { principal, address, params, body }) => {
  const { payment_intent_id: intentId } = body.value;
  return assignAndAnswer(context, principal, { id: params.transfer_id, intentId, address });
});

interface Assigned extends Pick<AssignInput, 'id' | 'address'> {
  /** As the client sent it. */
  intentId: string;
}

/** Assigns the transfer for a key or a member, and answers with the intent. */
export async function assignAndAnswer(context: Context, caller: Caller, { id, intentId, address }: Assigned) {
  const store = await context.stores.of(caller);
  const intent = await assign(context, store, {
    tenant: caller,
    id,
    intentId: parseId('pi', intentId),
    actor: actorOf(caller),
    address,
  });
  return answerIntent(context, caller, store, intent.id);
}
