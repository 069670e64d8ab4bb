import { Type } from 'typebox';
import { LIMITS } from '../../domain/limits.ts';
import { CLAIM_RESULTS, claimPayment as claimPaymentUseCase } from '../../usecases/checkout/claim-payment.ts';
import { CORS_HEADERS } from '../server/cors-headers.ts';
import { defineRoute } from '../server/route.ts';
import { closed, words } from '../server/shapes.ts';

const DETAILS: Record<(typeof CLAIM_RESULTS)[number], string> = {
  already_counted: 'This transaction has already been counted for this payment.',
  will_be_counted: 'This transaction belongs to this payment. It will be counted once it has enough confirmations.',
  under_review: 'This transaction could not be matched with certainty. The merchant will review it.',
  failed: 'This transaction failed on the network. No money has moved.',
  not_found: 'No money for this payment was found in this transaction. Check the transaction ID.',
};

const Body = Type.Object(
  {
    tx: Type.String({
      minLength: 1,
      maxLength: LIMITS.transactionIdLengthMax,
      description: 'The transaction ID. Wallets also call it hash or signature.',
    }),
    network: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description: 'The network to search. Defaults to all networks of the payment intent.',
      }),
    ),
  },
  closed,
);

const Claimed = Type.Object(
  {
    result: words(CLAIM_RESULTS),
    detail: Type.String({ description: 'The result as a sentence.' }),
  },
  closed,
);

export const claimPayment = defineRoute({
  id: 'checkout.claim',
  method: 'POST',
  path: '/{public_key}/checkout/{payment_intent_id}/claim',
  tag: 'Checkout',
  summary: 'Claim a payment',
  description:
    'For a payer whose payment does not show up. The server looks up the transaction on the network, but a claim never ' +
    'credits money: the watcher counts a transfer that refers to the payment intent. A transfer that reached the ' +
    'merchant and cannot be matched is listed as unmatched, and the payment intent goes to `needs_review` with the ' +
    `cause \`ambiguous\`. Limits: ${LIMITS.claimsPerMinute} claims per minute and payment intent, ` +
    `${LIMITS.claimsPerMinuteOfClient} per minute and client address.`,
  access: 'open',
  payerLimit: 'claim',
  body: {
    schema: Body,
    examples: { simulated: { summary: 'By transaction ID', value: { tx: 'sim_000000000001' } } },
  },
  answers: {
    200: {
      description: 'Returns the result of the search.',
      schema: Claimed,
      example: { result: 'will_be_counted', detail: DETAILS.will_be_counted },
    },
  },
}).handle(async (context, { params, body }) => {
  const { tx, network } = body.value;
  const result = await claimPaymentUseCase(context, {
    publicKey: params.public_key,
    id: params.payment_intent_id,
    network,
    tx,
  });
  return { status: 200, headers: CORS_HEADERS, body: { result, detail: DETAILS[result] } };
});
