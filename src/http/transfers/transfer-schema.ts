import { Type } from 'typebox';
import { LIMITS } from '../../domain/limits.ts';
import { UNMATCHED_REASONS } from '../../domain/transfers/transfer.ts';
import {
  CryptoAmount,
  closed,
  IntentIdText,
  NetworkName,
  NextCursor,
  nullable,
  Time,
  words,
} from '../server/shapes.ts';

const Claim = Type.Object(
  {
    payment_intent_id: Type.String({ description: 'The payment intent that the payer says the transfer paid.' }),
    claimed_at: Time('When it was claimed.'),
    proof: nullable(
      Type.Object(
        {
          address: Type.String({ description: 'The account that sent the money, whose owner signed the claim.' }),
          proven_at: Time('When the signature arrived.'),
        },
        { ...closed, description: 'Null if nothing proves the claim: anyone with an open payment can make one.' },
      ),
    ),
  },
  closed,
);

const Suggestion = Type.Object(
  {
    payment_intent_id: IntentIdText,
    network: Type.String({
      description:
        'Where the payment intent waits for the amount. If it is another network than the transfer’s, exactly this amount ' +
        'was issued for the payment intent there: the payer probably used the wrong network.',
    }),
    amount: CryptoAmount('The amount that the payment intent waits for.'),
    difference: Type.String({
      pattern: '^-?\\d+(\\.\\d+)?$',
      description: 'The transfer’s amount minus this amount.',
    }),
  },
  closed,
);

export const TransferSchema = Type.Object(
  {
    id: Type.String({ pattern: '^tr_[0-9A-Za-z]{22}$', description: 'The transfer’s ID.' }),
    object: Type.Literal('transfer'),
    network: NetworkName,
    tx: Type.String({ description: 'The transaction ID.' }),
    index: Type.Integer({ description: 'The index of the transfer in the transaction.' }),
    address: Type.String({ description: 'The address that received it.' }),
    asset: nullable(Type.String({ description: 'The asset’s code. Null for an unknown token.' })),
    token: nullable(Type.String({ description: 'The token’s address. Null for the network’s native coin.' })),
    amount: CryptoAmount('The amount, as a decimal number.'),
    block: nullable(Type.Integer({ description: 'The number of the block. Null while it is in none.' })),
    reason: words(UNMATCHED_REASONS, {
      description:
        'Why the transfer matches no payment intent. `failed`: the transaction failed and moved no money. `unknown_token`: ' +
        'the server does not know the token. `dust`: it is too small to count. `too_old`: it arrived before the ' +
        'address was assigned. `too_late`: it arrived when its payment intent was no longer watched. `no_reference`: it names no payment intent. ' +
        '`ambiguous`: it names more than one. `other_amount`: it arrived at an address where only the exact amount ' +
        'names a payment intent, and fits none. `unexplained`: the balance of the wallet grew by this amount without a ' +
        'transaction that the server can read; `tx` is the hash of the block up to which it looked, and it cannot be ' +
        `assigned. \`too_many\`: its payment intent has ${LIMITS.paymentsPerIntentMax} payments already.`,
    }),
    payment_intent_id: nullable(
      Type.String({ description: 'The payment intent that the transfer itself refers to on the network, if any.' }),
    ),
    assigned_to: nullable(Type.String({ description: 'The payment intent that the transfer was assigned to.' })),
    first_seen_at: Time('When the server first saw it, or the time of its block.'),
    claims: Type.Array(Claim, {
      maxItems: 2 * LIMITS.claimsPerTransferMax,
      description:
        'Who claims the transfer: proven claims first, then those whose payment intents ask for the nearest amounts; of ' +
        `two that are equally near, the older one. At most ${LIMITS.claimsPerTransferMax} with a proof and ` +
        `${LIMITS.claimsPerTransferMax} without one.`,
    }),
    more_claims: Type.Integer({
      minimum: 0,
      maximum: LIMITS.moreClaimsMax,
      description:
        `How many more claims without a proof there are, which are not listed. ${LIMITS.moreClaimsMax} stands for ` +
        `${LIMITS.moreClaimsMax} or more.`,
    }),
    suggestions: Type.Array(Suggestion, {
      maxItems: LIMITS.suggestionsMax,
      description:
        'Payment intents to which exactly this amount was issued on another network, then open ones that wait for an ' +
        'amount at the same address, the nearest amount first, however large the difference. If a little is missing, an exchange may have deducted its fee, or the payer sent what is due instead ' +
        'of the exact amount. Empty for a transfer that is assigned or cannot be.',
    }),
  },
  { ...closed, title: 'Transfer', description: 'Money that arrived and matches no payment intent.' },
);

export const DustSchema = Type.Object(
  {
    network: NetworkName,
    asset: Type.String({ description: 'The asset’s code, or `unknown` for unknown tokens.' }),
    transfers: Type.Integer({ description: 'How many were received.' }),
    amount: CryptoAmount('Their sum, as a decimal number.'),
  },
  closed,
);

export const TransferPageSchema = Type.Object(
  {
    data: Type.Array(TransferSchema),
    next_cursor: NextCursor,
    dust: Type.Array(DustSchema, {
      description:
        'All transfers that are not listed, by network and asset: they are too small, moved nothing, or are of unknown ' +
        `tokens after ${LIMITS.unknownTokensPerDayMax} of these were listed in a day.`,
    }),
  },
  closed,
);
