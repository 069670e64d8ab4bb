import { Type } from 'typebox';
import { FLAGS, REVIEW_CAUSES } from '../../domain/intents/review.ts';
import { CryptoAmount, closed, nullable, statusWords, Time, words } from '../server/shapes.ts';

export const CheckoutStateSchema = Type.Object(
  {
    payment_intent_id: Type.String(),
    status: statusWords(),
    sequence: Type.Integer({ minimum: 1, description: 'Grows with each change.' }),
    livemode: Type.Boolean(),
    merchant: Type.Object(
      { name: Type.String(), logo_url: nullable(Type.String()), accent_color: nullable(Type.String()) },
      closed,
    ),
    description: nullable(Type.String()),
    order_id: nullable(Type.String()),
    currency: Type.String(),
    currency_exponent: Type.Integer({ description: 'How many decimals the currency has.' }),
    total_amount: Type.Integer({ description: 'In the smallest unit of the currency.' }),
    tax_amount: Type.Integer(),
    tax_percent: Type.Integer(),
    items: Type.Array(
      Type.Object(
        {
          item_id: Type.String(),
          name: Type.String({ description: 'The name in the catalogue, else the id.' }),
          quantity: Type.Integer(),
          unit_amount: nullable(Type.Integer()),
        },
        closed,
      ),
    ),
    asset: Type.String(),
    asset_name: Type.String(),
    amount_due: CryptoAmount('What is to be paid.'),
    amount_received: CryptoAmount('Final money.'),
    amount_pending: CryptoAmount('Seen, not final yet.'),
    amount_remaining: CryptoAmount('What is still to be paid.'),
    overpaid_by: CryptoAmount('Final money above what is due.'),
    payable: Type.Boolean(),
    unpayable_reason: nullable(words(['no_wallet', 'unknown_asset', 'network_not_watched'])),
    options: Type.Array(
      Type.Object(
        {
          network: Type.String(),
          network_name: Type.String(),
          asset: Type.String(),
          amount: CryptoAmount('What is still to be paid there.'),
          address: Type.String(),
          uri: Type.String({ description: 'The wallet link.' }),
          wallet_chain: nullable(
            Type.String({
              description: 'By what name wallets in a browser know the network; null where none can pay.',
            }),
          ),
        },
        closed,
      ),
      { description: 'The ways to pay, while money is awaited.' },
    ),
    options_pending: Type.Boolean({
      description:
        'Whether there are none yet because no payer has looked. `status` and `events` never say so: to ask them is to look.',
    }),
    confirmations: nullable(Type.Object({ count: Type.Integer(), required: Type.Integer() }, closed)),
    visibility: words(['ok', 'delayed']),
    review_cause: nullable(words(REVIEW_CAUSES)),
    flags: Type.Array(words(FLAGS)),
    expires_at: Time,
    server_time: Time,
    return_url: nullable(Type.String()),
    cancel_url: nullable(Type.String()),
    locale: nullable(Type.String()),
    invoice_url: nullable(Type.String()),
  },
  { ...closed, title: 'CheckoutState', description: 'What a payer may know. Nothing in it says who the customer is.' },
);
