import { Type } from 'typebox';
import { LIMITS } from '../../domain/limits.ts';
import {
  PAYER_SIMULATIONS,
  simulateCheckoutPayment as simulateCheckoutPaymentUseCase,
} from '../../usecases/checkout/simulate-checkout-payment.ts';
import { CORS_HEADERS } from '../server/cors-headers.ts';
import { defineRoute } from '../server/route.ts';
import { closed, words } from '../server/shapes.ts';

const Body = Type.Object(
  {
    kind: words(PAYER_SIMULATIONS, {
      description: 'What to simulate. `full` pays what is still due, `partial` too little, `over` too much.',
    }),
  },
  closed,
);

export const simulateCheckoutPayment = defineRoute({
  id: 'checkout.simulate',
  method: 'POST',
  path: '/{public_key}/checkout/{payment_intent_id}/simulate',
  tag: 'Checkout',
  summary: 'Simulate a payment as the payer',
  description:
    'In test mode, everyone who knows the payment intent’s ID can send money on the simulated network, as the button on ' +
    'the checkout does. Needs no key and accepts requests from any origin. It moves no money, and works with the public ' +
    `keys of test mode only. Limits: ${LIMITS.simulationsPerMinute} per minute and payment intent, ` +
    `${LIMITS.simulationsPerMinuteOfClient} per minute and client address, and ${LIMITS.simulatedPaymentsMax} payments of ` +
    'a payment intent. The payment shows up in `status` and `events`.',
  access: 'open',
  payerLimit: 'simulation',
  body: { schema: Body, examples: { full: { summary: 'Pay what is due', value: { kind: 'full' } } } },
  answers: { 202: { description: 'The payment is on its way.' } },
  errors: ['invalid_state'],
}).handle(async (context, { params, body }) => {
  const { kind } = body.value;
  await simulateCheckoutPaymentUseCase(context, { publicKey: params.public_key, id: params.payment_intent_id, kind });
  return { status: 202, headers: CORS_HEADERS };
});
