import { viewCheckout } from '../../usecases/checkout/view-checkout.ts';
import { CORS_HEADERS } from '../server/cors-headers.ts';
import { defineRoute } from '../server/route.ts';
import { ETAG, IF_NONE_MATCH, NOT_MODIFIED, unlessKnown } from '../server/unless-known.ts';
import { CheckoutStateSchema } from './checkout-state-schema.ts';
import { exampleState } from './examples.ts';
import { atTime, presentCheckout } from './present-checkout.ts';

export const getCheckoutStatus = defineRoute({
  id: 'checkout.status',
  method: 'GET',
  path: '/{public_key}/checkout/{payment_intent_id}/status',
  tag: 'Checkout',
  summary: 'Retrieve the status of a checkout',
  description:
    'Needs no key and accepts requests from any origin: everyone who knows the payment intent’s ID can see it. The first ' +
    'request for an open payment intent assigns its addresses. The `ETag` does not depend on `server_time`.',
  access: 'open',
  headers: IF_NONE_MATCH,
  answers: {
    200: {
      description: 'Returns what the payer may see.',
      schema: CheckoutStateSchema,
      example: exampleState,
      headers: ETAG,
    },
    304: NOT_MODIFIED,
  },
}).handle(async (context, { params, headers: request }) => {
  const view = await viewCheckout(context, params.public_key, params.payment_intent_id);
  const { state, tag } = presentCheckout(view, context.config.baseUrl);
  return unlessKnown(
    request,
    tag,
    CORS_HEADERS,
    (headers) => ({ status: 200, headers, body: atTime(state, context.clock.nowMs()) }) as const,
  );
});
