import { Type } from 'typebox';
import { parseId } from '../../domain/ids.ts';
import { assignTransfer as assignTransferUseCase } from '../../usecases/transfers/assign-transfer.ts';
import { answerIntent } from '../intents/answer-intent.ts';
import { exampleIntent } from '../intents/example-intent.ts';
import { IntentSchema } from '../intents/intent-schema.ts';
import { actorOf, type KeyedRoute } from '../server/route.ts';

const Body = Type.Object(
  { payment_intent_id: Type.String({ maxLength: 64, description: 'Whose money it is.' }) },
  { additionalProperties: false },
);

export const assignTransfer: KeyedRoute = {
  id: 'transfers.assign',
  method: 'POST',
  path: '/{public_key}/transfers/{transfer_id}/assign',
  tag: 'Transfers',
  summary: 'Say whose money it is',
  description:
    'The transfer becomes a payment of the intent and counts like any other. It is written into the audit log.',
  access: 'payments:override',
  budget: 'create',
  body: {
    schema: Body,
    examples: { intent: { summary: 'To one intent', value: { payment_intent_id: exampleIntent['id'] } } },
  },
  answers: { 200: { description: 'The intent with its payment.', schema: IntentSchema, example: exampleIntent } },
  errors: ['invalid_state'],
  async handle(context, { principal, params, body }) {
    const store = await context.stores.of(principal);
    const intent = await assignTransferUseCase(context, store, {
      tenant: principal,
      id: parseId('tr', params['transfer_id'] ?? ''),
      intentId: parseId('pi', (body.value as { payment_intent_id: string }).payment_intent_id),
      actor: actorOf(principal),
    });
    return answerIntent(context, principal, store, intent);
  },
};
