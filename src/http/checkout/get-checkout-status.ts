import { parseId } from '../../domain/ids.ts';
import { viewCheckout } from '../../usecases/checkout/view-checkout.ts';
import type { Route } from '../server/route.ts';
import { CheckoutStateSchema } from './checkout-state-schema.ts';
import { presentCheckout } from './present-checkout.ts';
import { toEveryOrigin } from './to-every-origin.ts';

export const getCheckoutStatus: Route = {
  id: 'checkout.status',
  method: 'GET',
  path: '/{public_key}/checkout/{payment_intent_id}/status',
  tag: 'Checkout',
  summary: 'How a checkout stands',
  description:
    'For the payer’s page, from any origin and without a key: whoever knows the id may see it. The first look at an open ' +
    'intent gives it its addresses.',
  access: 'open',
  answers: { 200: { description: 'What the payer may know.', schema: CheckoutStateSchema } },
  async handle(context, { params }) {
    const publicKey = params['public_key'] ?? '';
    const view = await viewCheckout(context, publicKey, parseId('pi', params['payment_intent_id'] ?? ''));
    return {
      status: 200,
      headers: toEveryOrigin,
      body: JSON.stringify(presentCheckout(view, context.clock.nowMs(), context.config.baseUrl)),
    };
  },
};
