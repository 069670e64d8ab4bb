import { parseId } from '../../../domain/ids.ts';
import { findPublicKey } from '../../../usecases/find-public-key.ts';
import { getIntent } from '../../../usecases/get-intent.ts';
import { answerIntent } from '../../answer-intent.ts';
import type { Route } from '../../route.ts';
import { IntentSchema } from '../../schemas/intent.ts';
import { tenantOf } from '../../tenant-of.ts';

export const getSessionIntent: Route = {
  id: 'payment_intents.show',
  method: 'GET',
  path: '/dashboard/api/{mode}/payment_intents/{payment_intent_id}',
  tag: 'Payments',
  summary: 'Read a payment intent',
  access: 'session',
  budget: 'read',
  answers: { 200: { description: 'The intent.', schema: IntentSchema } },
  async handle(context, call) {
    const tenant = tenantOf(context, call);
    const [store, publicKey] = await Promise.all([context.stores.of(tenant), findPublicKey(context, tenant)]);
    const intent = await getIntent(store, parseId('pi', call.params['payment_intent_id'] ?? ''));
    return answerIntent(context, { publicKey }, store, intent);
  },
};
