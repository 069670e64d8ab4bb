import { Type } from 'typebox';
import { parseId } from '../../domain/ids.ts';
import { LIMITS } from '../../domain/limits.ts';
import { CLAIM_RESULTS, claimPayment as claimPaymentUseCase } from '../../usecases/checkout/claim-payment.ts';
import type { OpenRoute } from '../server/route.ts';
import { toEveryOrigin } from './to-every-origin.ts';

const DETAILS: Record<(typeof CLAIM_RESULTS)[number], string> = {
  already_counted: 'This transaction is counted for this payment already.',
  will_be_counted: 'This transaction is for this payment and will be counted as soon as the network allows.',
  under_review: 'Money came in by this transaction that cannot be matched for certain. The merchant looks at it.',
  failed: 'This transaction failed on the network: no money has moved.',
  not_found: 'No money for this payment was found in a transaction with this id.',
};

const Body = Type.Object(
  {
    tx: Type.String({
      minLength: 1,
      maxLength: LIMITS.transactionIdLengthMax,
      description: 'The transaction’s id: what wallets call hash or signature.',
    }),
    network: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description: 'Where to look; all networks of the intent by default.',
      }),
    ),
  },
  { additionalProperties: false },
);

const Claimed = Type.Object(
  {
    result: Type.Union(CLAIM_RESULTS.map((result) => Type.Literal(result))),
    detail: Type.String({ description: 'The same as a sentence.' }),
  },
  { additionalProperties: false },
);

export const claimPayment: OpenRoute = {
  id: 'checkout.claim',
  method: 'POST',
  path: '/{public_key}/checkout/{payment_intent_id}/claim',
  tag: 'Checkout',
  summary: 'Say that a transaction has paid',
  description:
    'For a payer who has paid and does not see it. The transaction is looked up on the chain and never credited by this: ' +
    'what names the intent is counted by the watcher; what came to the merchant and cannot be matched is listed among the ' +
    'transfers, and the intent goes to `needs_review` with the cause `ambiguous`. ' +
    `${LIMITS.claimsPerMinute} per minute and intent, ${LIMITS.claimsPerMinuteOfClient} per minute and client address.`,
  access: 'open',
  payer: { bucket: 'claim' },
  body: {
    schema: Body,
    examples: { simulated: { summary: 'By the transaction’s id', value: { tx: 'sim_000000000001' } } },
  },
  answers: {
    200: {
      description: 'What was found.',
      schema: Claimed,
      example: { result: 'will_be_counted', detail: DETAILS.will_be_counted },
    },
  },
  errors: ['rate_limited'],
  async handle(context, { params, body }) {
    const { tx, network } = body.value as { tx: string; network?: string };
    const result = await claimPaymentUseCase(context, {
      publicKey: params['public_key'] ?? '',
      id: parseId('pi', params['payment_intent_id'] ?? ''),
      network,
      tx,
    });
    return { status: 200, headers: toEveryOrigin, body: JSON.stringify({ result, detail: DETAILS[result] }) };
  },
};
