import { Problem } from '../../domain/errors.ts';
import { viewCheckout } from '../../usecases/checkout/view-checkout.ts';
import { clientNetwork } from '../server/client-network.ts';
import { defineRoute } from '../server/route.ts';
import { atTime, presentCheckout } from './present-checkout.ts';
import { receiptHeaders, receiptOf } from './receipt-document.ts';

export const getReceipt = defineRoute({
  id: 'checkout.receipt',
  method: 'GET',
  path: '/{public_key}/checkout/{payment_intent_id}/receipt.pdf',
  tag: 'Checkout',
  summary: 'Retrieve the receipt of a checkout',
  description:
    'Returns the receipt of a payment intent that succeeded, as a PDF. Needs no key: everyone who knows the payment ' +
    'intent’s ID can see it. It contains no customer data.',
  access: 'open',
  answers: { 200: { description: 'Returns the receipt.', contentType: 'application/pdf' } },
  errors: ['invalid_state'],
}).handle(async (context, { params, address }) => {
  const view = await viewCheckout(context, params.public_key, params.payment_intent_id);
  const receipt = receiptOf(atTime(presentCheckout(view, context.config.baseUrl).state, context.clock.nowMs()));
  if (!receipt) throw new Problem('invalid_state', 'There is no receipt yet. Wait until the payment has succeeded.');
  const owner = view.merchant.id;
  const { logo: name } = view.settings;
  const logo = name && { hash: name.hash, load: () => context.settings.findLogo(name.hash) };
  const body = await context.pdfs.find({ owner, receipt, logo, visitor: clientNetwork(address) });
  return { status: 200, headers: receiptHeaders(receipt), body };
});
