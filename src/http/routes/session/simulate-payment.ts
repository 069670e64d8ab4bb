import { Type } from 'typebox';
import { parseId } from '../../../domain/ids.ts';
import { SIMULATION_KINDS, type SimulationKind } from '../../../domain/simulation.ts';
import { findPublicKey } from '../../../usecases/find-public-key.ts';
import { simulatePayment } from '../../../usecases/simulate-payment.ts';
import { answerIntent } from '../../answer-intent.ts';
import type { Route } from '../../route.ts';
import { IntentSchema } from '../../schemas/intent.ts';
import { tenantOf } from '../../tenant-of.ts';

const Body = Type.Object({ kind: Type.Union(SIMULATION_KINDS.map((kind) => Type.Literal(kind))) });

export const simulateSessionPayment: Route = {
  id: 'payment_intents.try_out',
  method: 'POST',
  path: '/dashboard/api/{mode}/payment_intents/{payment_intent_id}/simulate',
  tag: 'Payments',
  summary: 'Pay a test intent by simulation',
  access: 'session',
  budget: 'create',
  body: { schema: Body, examples: { full: { summary: 'Pay all that is due', value: { kind: 'full' } } } },
  answers: { 200: { description: 'The money is on its way.', schema: IntentSchema } },
  errors: ['invalid_state'],
  async handle(context, call) {
    const tenant = tenantOf(context, call);
    const [store, publicKey] = await Promise.all([context.stores.of(tenant), findPublicKey(context, tenant)]);
    const { kind } = call.body.value as { kind: SimulationKind };
    const id = parseId('pi', call.params['payment_intent_id'] ?? '');
    return answerIntent(context, { publicKey }, store, await simulatePayment(context, store, id, kind));
  },
};
