import { parseId } from '../../../domain/ids.ts';
import { cancelIntent } from '../../../usecases/cancel-intent.ts';
import { findPublicKey } from '../../../usecases/find-public-key.ts';
import { answerIntent } from '../../answer-intent.ts';
import type { Route } from '../../route.ts';
import { IntentSchema } from '../../schemas/intent.ts';
import { tenantOf } from '../../tenant-of.ts';

export const cancelSessionIntent: Route = {
  id: 'payment_intents.call_off',
  method: 'POST',
  path: '/dashboard/api/{mode}/payment_intents/{payment_intent_id}/cancel',
  tag: 'Payments',
  summary: 'Cancel a payment intent',
  access: 'session',
  budget: 'create',
  answers: { 200: { description: 'The canceled intent.', schema: IntentSchema } },
  errors: ['invalid_state'],
  async handle(context, call) {
    const tenant = tenantOf(context, call);
    const [store, publicKey] = await Promise.all([context.stores.of(tenant), findPublicKey(context, tenant)]);
    const intent = await cancelIntent(context, store, parseId('pi', call.params['payment_intent_id'] ?? ''));
    return answerIntent(context, { publicKey }, store, intent);
  },
};
