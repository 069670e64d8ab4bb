import { Type } from 'typebox';
import { parseId } from '../../domain/ids.ts';
import { assignTransfer as assignTransferUseCase } from '../../usecases/transfers/assign-transfer.ts';
import { answerIntent } from '../intents/answer-intent.ts';
import { exampleIntent } from '../intents/examples.ts';
import { IntentSchema } from '../intents/intent-schema.ts';
import { actorOf } from '../server/call.ts';
import { defineRoute } from '../server/route.ts';
import { closed } from '../server/shapes.ts';

const Body = Type.Object(
  { payment_intent_id: Type.String({ maxLength: 64, description: 'The payment intent that the transfer pays.' }) },
  closed,
);

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
    schema: Body,
    examples: { intent: { summary: 'One payment intent', value: { payment_intent_id: exampleIntent.id } } },
  },
  answers: {
    200: { description: 'Returns the payment intent.', schema: IntentSchema, example: exampleIntent },
  },
  errors: ['invalid_state'],
}).handle(async (context, { principal, address, params, body }) => {
  const store = await context.stores.of(principal);
  const { id } = await assignTransferUseCase(context, store, {
    tenant: principal,
    id: params.transfer_id,
    intentId: parseId('pi', body.value.payment_intent_id),
    actor: actorOf(principal),
    address,
  });
  return answerIntent(context, principal, store, id);
});
