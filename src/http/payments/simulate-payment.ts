import { Type } from 'typebox';
import { LIMITS } from '../../domain/limits.ts';
import { SIMULATION_KINDS } from '../../domain/payments/simulation.ts';
import { simulatePayment as simulatePaymentUseCase } from '../../usecases/payments/simulate-payment.ts';
import { answerIntent } from '../intents/answer-intent.ts';
import { exampleIntent } from '../intents/examples.ts';
import { IntentSchema } from '../intents/intent-schema.ts';
import { defineRoute } from '../server/route.ts';
import { words } from '../server/shapes.ts';

const Body = Type.Object({
  kind: words(SIMULATION_KINDS, {
    description:
      'What to simulate. `full` pays the exact amount, `partial` too little, `over` too much, `late` the exact amount ' +
      'after the expiry, `wrong_asset` in another asset. `replace` spends the money elsewhere before the payment is ' +
      'final. `reorg` drops the block before the payment is final and includes it again. `deep_reorg` reverses a final ' +
      'payment. `expire` sends nothing and ends the time to pay.',
  }),
});

export const simulatePayment = defineRoute({
  id: 'payment_intents.simulate',
  method: 'POST',
  path: '/{public_key}/payment_intents/{payment_intent_id}/simulate',
  tag: 'Payment intents',
  summary: 'Simulate a payment',
  description:
    'Sends money on the simulated network, which adds a block every second and needs two confirmations. Works with test ' +
    `keys only, until the payment intent has ${LIMITS.simulatedPaymentsMax} payments. The response shows the payment intent ` +
    'before the payment arrives: retrieve it again, or stream its checkout updates.',
  access: 'payments:write',
  rateLimit: 'create',
  body: { schema: Body, examples: { full: { summary: 'Pay the exact amount', value: { kind: 'full' } } } },
  answers: { 200: { description: 'Returns the payment intent.', schema: IntentSchema, example: exampleIntent } },
  errors: ['invalid_state'],
}).handle(async (context, { principal, params, body }) => {
  const store = await context.stores.of(principal);
  const { kind } = body.value;
  const { id } = await simulatePaymentUseCase(context, store, principal, params.payment_intent_id, kind);
  return answerIntent(context, principal, store, id);
});
