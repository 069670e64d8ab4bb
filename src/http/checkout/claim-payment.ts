import { Type } from 'typebox';
import { LIMITS } from '../../domain/limits.ts';
import { CLAIM_RESULTS, claimPayment as claimPaymentUseCase } from '../../usecases/checkout/claim-payment.ts';
import type { ProofRequest } from '../../usecases/checkout/prove-claim.ts';
import { CORS_HEADERS } from '../server/cors-headers.ts';
import { defineRoute } from '../server/route.ts';
import { closed, NetworkName, nullable, words } from '../server/shapes.ts';

const DETAILS: Record<(typeof CLAIM_RESULTS)[number], string> = {
  already_counted: 'This transaction has already been counted for this payment.',
  will_be_counted: 'This transaction belongs to this payment. It will be counted once it has enough confirmations.',
  under_review: 'This transaction could not be matched with certainty. The merchant will review it.',
  limit_reached:
    'This claim was not recorded, because there are too many. The merchant will review this payment. Do not pay again. ' +
    'Prove that the transaction is yours, or contact the merchant.',
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
    proof: Type.Optional(
      Type.Object(
        {
          address: Type.String({
            minLength: 1,
            maxLength: LIMITS.payerAddressLengthMax,
            description: 'One of `accounts` from the response to the same claim without a proof.',
          }),
          signature: Type.String({
            minLength: 1,
            maxLength: LIMITS.signatureLengthMax,
            description:
              'The signature of `message` by the owner of the address: ed25519 in base64 on Solana, `personal_sign` in ' +
              'hexadecimal on EVM networks.',
          }),
        },
        { ...closed, description: 'Proves that the owner of the account that sent the money makes this claim.' },
      ),
    ),
  },
  closed,
);

const Claimed = Type.Object(
  {
    result: words(CLAIM_RESULTS, { description: 'What the server found. `detail` says it in a sentence.' }),
    detail: Type.String({ description: 'The result as a sentence.' }),
    proof: nullable(
      Type.Object(
        {
          message: Type.String({
            description:
              'The exact text to sign. It names this website, the payment intent, the network’s CAIP-2 ID and the transaction.',
          }),
          accounts: Type.Array(Type.String(), {
            description: 'The accounts that sent the money. Any of them can sign.',
          }),
          network: NetworkName,
          wallet_chain: nullable(Type.String({ description: 'The network’s name for browser wallets.' })),
          proven: Type.Boolean({ description: 'Whether a proof of this claim is recorded.' }),
        },
        {
          ...closed,
          description:
            'How the sender can prove the claim, if it is reviewed. Send the claim again with `proof`. The merchant ' +
            'sees that the claim is proven; that alone credits nothing. Null where accounts cannot sign.',
        },
      ),
    ),
  },
  closed,
);

const presentProof = ({ message, accounts, network, proven }: ProofRequest) => ({
  message,
  accounts: [...accounts],
  network: network.name,
  wallet_chain: network.browserWallets?.chain ?? null,
  proven,
});

export const claimPayment = defineRoute({
  id: 'checkout.claim',
  method: 'POST',
  path: '/{public_key}/checkout/{payment_intent_id}/claim',
  tag: 'Checkout',
  summary: 'Claim a payment',
  description:
    'For a payer whose payment does not show up. The server looks up the transaction on the network, but a claim never ' +
    'credits money: the watcher counts a transfer that refers to the payment intent. A transfer that reached the ' +
    'merchant and cannot be matched is listed as unmatched with the claim, and the payment intent goes to ' +
    '`needs_review` with the cause `ambiguous`. The owner of the account that sent the money can prove the claim by ' +
    `signing \`proof.message\`. Limits: ${LIMITS.claimsPerMinute} claims per minute and payment intent, ` +
    `${LIMITS.claimsPerMinuteOfClient} per minute and client address. ${LIMITS.claimsPerIntentMax} claims per payment ` +
    `intent are recorded, with and without a proof each. On one transfer, ${LIMITS.claimsPerTransferMax} claims of each ` +
    `kind are listed and ${LIMITS.moreClaimsMax} more without a proof are counted; among those without a proof, the ` +
    'ones whose payment intents ask for the nearest amounts stay. A claim that is not recorded (`limit_reached`) puts ' +
    'its own payment intent into review, too.',
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
      example: { result: 'will_be_counted', detail: DETAILS.will_be_counted, proof: null },
    },
  },
}).handle(async (context, { params, body }) => {
  const { tx, network, proof: given } = body.value;
  const { result, proof } = await claimPaymentUseCase(context, {
    publicKey: params.public_key,
    id: params.payment_intent_id,
    network,
    tx,
    origin: new URL(context.config.baseUrl).origin,
    proof: given,
  });
  const answer = { result, detail: DETAILS[result], proof: proof ? presentProof(proof) : null };
  return { status: 200, headers: CORS_HEADERS, body: answer };
});
