import { Type } from 'typebox';
import { parseId } from '../../domain/ids.ts';
import { SIMULATION_KINDS, type SimulationKind } from '../../domain/payments/simulation.ts';
import { simulatePayment as simulatePaymentUseCase } from '../../usecases/payments/simulate-payment.ts';
import { answerIntent } from '../intents/answer-intent.ts';
import { exampleIntent } from '../intents/example-intent.ts';
import { IntentSchema } from '../intents/intent-schema.ts';
import type { KeyedRoute } from '../server/route.ts';

const Body = Type.Object({
  kind: Type.Union(
    SIMULATION_KINDS.map((kind) => Type.Literal(kind)),
    {
      description:
        'What the payer and the chain do: `full` pays all, `partial` too little, `over` too much, `late` all of it after the ' +
        'time is over, `wrong_asset` in another asset; `replace` pays and spends the same money elsewhere before it is ' +
        'final; `reorg` loses the block before it is final and finds the payment again; `deep_reorg` undoes a final payment.',
    },
  ),
});

export const simulatePayment: KeyedRoute = {
  id: 'payment_intents.simulate',
  method: 'POST',
  path: '/{public_key}/payment_intents/{payment_intent_id}/simulate',
  tag: 'Payment intents',
  summary: 'Pay a test intent by simulation',
  description:
    'Sends money on the simulated chain, where a block takes a second and two confirmations are final. Test keys only. ' +
    'The answer shows the intent as it was; read it again, or follow its events, to see it move.',
  access: 'payments:write',
  budget: 'create',
  body: { schema: Body, examples: { full: { summary: 'Pay all that is due', value: { kind: 'full' } } } },
  answers: { 200: { description: 'The money is on its way.', schema: IntentSchema, example: exampleIntent } },
  errors: ['invalid_state'],
  async handle(context, call) {
    const store = await context.stores.of(call.principal);
    const { kind } = call.body.value as { kind: SimulationKind };
    const id = parseId('pi', call.params['payment_intent_id'] ?? '');
    return answerIntent(
      context,
      call.principal,
      store,
      await simulatePaymentUseCase(context, store, call.principal, id, kind),
    );
  },
};
