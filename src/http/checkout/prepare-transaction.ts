import { Type } from 'typebox';
import { LIMITS } from '../../domain/limits.ts';
import { prepareTransaction as prepareTransactionUseCase } from '../../usecases/checkout/prepare-transaction.ts';
import { CORS_HEADERS } from '../server/cors-headers.ts';
import { defineRoute } from '../server/route.ts';
import { closed } from '../server/shapes.ts';
import { EXAMPLE_ADDRESS, EXAMPLE_EVM_ADDRESS } from '../wallets/examples.ts';
import { examplesOfPrepared } from './examples.ts';
import { PreparedSchema } from './prepared-schema.ts';
import { presentPrepared } from './present-prepared.ts';

const Body = Type.Object(
  {
    network: Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'A network from the `options` of the checkout’s status.',
    }),
    payer: Type.String({
      minLength: 1,
      maxLength: LIMITS.payerAddressLengthMax,
      description: 'The address of the wallet that signs and pays.',
    }),
  },
  closed,
);

export const prepareTransaction = defineRoute({
  id: 'checkout.prepare_transaction',
  method: 'POST',
  path: '/{public_key}/checkout/{payment_intent_id}/transaction',
  tag: 'Checkout',
  summary: 'Prepare a transaction for a browser wallet',
  description:
    'Prepares the transaction that pays the remaining amount from the payer’s address, on a network whose option has a ' +
    '`wallet_chain`. The wallet signs and sends it; the server does not store it. Needs no key and accepts requests from ' +
    `any origin. Limits: ${LIMITS.transactionsPerMinute} per minute and payment intent, ` +
    `${LIMITS.transactionsPerMinuteOfClient} per minute and client address. A wallet with too little money gets the field ` +
    'error `insufficient_funds` at `#/payer`, and one that cannot pay the network’s fee `insufficient_gas`. On a network ' +
    'whose payments are matched by their exact amount, the transaction pays that amount.',
  access: 'open',
  payerLimit: 'transaction',
  body: {
    schema: Body,
    examples: {
      solana: { summary: 'From a Solana wallet', value: { network: 'solana', payer: EXAMPLE_ADDRESS } },
      evm: { summary: 'From an EVM wallet', value: { network: 'base', payer: EXAMPLE_EVM_ADDRESS } },
    },
  },
  answers: {
    200: {
      description: 'Returns the transaction.',
      schema: PreparedSchema,
      examples: examplesOfPrepared,
    },
  },
  errors: ['invalid_state'],
}).handle(async (context, { params, body }) => {
  const prepared = await prepareTransactionUseCase(context, {
    publicKey: params.public_key,
    id: params.payment_intent_id,
    ...body.value,
  });
  return { status: 200, headers: CORS_HEADERS, body: presentPrepared(prepared) };
});
