import { Type } from 'typebox';
import { parseId } from '../../domain/ids.ts';
import { LIMITS } from '../../domain/limits.ts';
import { prepareTransaction as prepareTransactionUseCase } from '../../usecases/checkout/prepare-transaction.ts';
import type { OpenRoute } from '../server/route.ts';
import { toEveryOrigin } from './to-every-origin.ts';

const Body = Type.Object(
  {
    network: Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'One of the networks in `options` of the status.',
    }),
    payer: Type.String({
      minLength: 1,
      maxLength: LIMITS.payerAddressLengthMax,
      description: 'The address of the wallet that signs and pays.',
    }),
  },
  { additionalProperties: false },
);

const Prepared = Type.Object(
  {
    transaction: Type.String({
      contentEncoding: 'base64',
      description: 'Unsigned; it can be sent for about a minute.',
    }),
    network: Type.String(),
    chain: Type.String({
      description: 'The network’s name among wallets (Wallet Standard), such as `solana:mainnet`.',
    }),
  },
  { additionalProperties: false },
);

const payer = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU';

export const prepareTransaction: OpenRoute = {
  id: 'checkout.prepare_transaction',
  method: 'POST',
  path: '/{public_key}/checkout/{payment_intent_id}/transaction',
  tag: 'Checkout',
  summary: 'What a wallet in the payer’s browser signs',
  description:
    'Prepares the transaction that pays what is still due from the payer’s address, on a network whose option has a ' +
    '`wallet_chain`. The wallet signs and sends it; nothing is kept of it here. From any origin and without a key; ' +
    `${LIMITS.transactionsPerMinute} per minute and intent. A wallet that holds too little is refused with the code ` +
    '`insufficient_funds` at `#/payer`.',
  access: 'open',
  payer: { bucket: 'transaction' },
  body: {
    schema: Body,
    examples: { solana: { summary: 'From a wallet on Solana', value: { network: 'solana', payer } } },
  },
  answers: {
    200: {
      description: 'The transaction.',
      schema: Prepared,
      example: { transaction: 'AQAAAAAAAAAAAAAA', network: 'solana', chain: 'solana:mainnet' },
    },
  },
  errors: ['invalid_state', 'rate_limited'],
  async handle(context, { params, body }) {
    const { network, payer: from } = body.value as { network: string; payer: string };
    const prepared = await prepareTransactionUseCase(context, {
      publicKey: params['public_key'] ?? '',
      id: parseId('pi', params['payment_intent_id'] ?? ''),
      network,
      payer: from,
    });
    return { status: 200, headers: toEveryOrigin, body: JSON.stringify(prepared) };
  },
};
