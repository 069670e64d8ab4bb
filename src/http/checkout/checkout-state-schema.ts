import { Type } from 'typebox';
import { CAUSE_MEANINGS, FLAG_MEANINGS } from '../../domain/intents/meanings.ts';
import { FLAGS, REVIEW_CAUSES } from '../../domain/intents/review.ts';
import { listFacts } from '../server/list-values.ts';
import {
  AssetCode,
  CryptoAmount,
  CurrencyCode,
  closed,
  IntentIdText,
  Livemode,
  NetworkName,
  nullable,
  statusWords,
  Time,
  words,
} from '../server/shapes.ts';
import { ReceiptSchema } from './receipt-schema.ts';

export const OptionAmount = CryptoAmount('What to send on this network.');
export const OptionAddress = Type.String({ description: 'Where to send it.' });

export const ManualPaymentSchema = nullable(
  Type.Object({ address: OptionAddress, amount: CryptoAmount('Exactly this amount.') }, closed),
  {
    description:
      'What to send without the link: from an exchange, or by typing the address. Where payers share the address, the ' +
      'amount is slightly more than is due: it is unique, and names the payment intent. Null if nothing can be sent by hand.',
  },
);

export const VisibleSchema = Type.Boolean({
  description:
    'Whether the server can see this network right now. If not, a payment on it is not lost, but shows up only when the ' +
    'network can be seen again: do not send payers there.',
});

export const ExactSchema = Type.Boolean({
  description:
    'Whether payments are matched by this exact amount alone, because payers share the address. It is then slightly more ' +
    'than is due, and a transfer of any other amount is unmatched.',
});

export const QrSchema = Type.String({
  description:
    'What a QR code must hold: the link, or the plain address for tokens on EVM networks, where many wallets misread links.',
});

export const CheckoutStateSchema = Type.Object(
  {
    payment_intent_id: IntentIdText,
    status: statusWords({ description: 'The status of the payment intent.' }),
    sequence: Type.Integer({ minimum: 1, description: 'Increases with every change.' }),
    livemode: Livemode,
    merchant: Type.Object(
      {
        name: Type.String({ description: 'The merchant’s name.' }),
        logo_url: nullable(Type.String({ description: 'The URL of the logo.' })),
        accent_color: nullable(Type.String({ description: 'The color of buttons and links, such as `#1a7f5a`.' })),
        support: nullable(Type.String({ description: 'Whom to contact: an email address or an https URL.' })),
      },
      { ...closed, description: 'Who is paid.' },
    ),
    description: nullable(Type.String({ description: 'What the payment is for.' })),
    order_id: nullable(Type.String({ description: 'The merchant’s order ID.' })),
    currency: CurrencyCode,
    currency_exponent: Type.Integer({ description: 'The number of decimals of the currency.' }),
    total_amount: Type.Integer({ description: 'The total, in the smallest unit of the currency.' }),
    tax_amount: Type.Integer({ description: 'The tax in the total, in the smallest unit of the currency.' }),
    tax_percent: Type.Integer({ description: 'The tax in percent.' }),
    items: Type.Array(
      Type.Object(
        {
          item_id: Type.String({ description: 'The item’s ID.' }),
          name: Type.String({ description: 'The item’s name in the catalog, or its ID.' }),
          quantity: Type.Integer({ description: 'How many of it.' }),
          unit_amount: nullable(
            Type.Integer({ description: 'The price of one unit. Null if the catalog has no price in this currency.' }),
          ),
        },
        closed,
      ),
      { description: 'What is bought.' },
    ),
    asset: AssetCode,
    asset_name: Type.String({ description: 'The asset’s name, or its code.' }),
    exchange_rate: Type.String({ description: 'The exchange rate, as it was sent.' }),
    amount_due: CryptoAmount('The amount to pay.'),
    amount_received: CryptoAmount('The amount of final payments in `asset`, with their tails.'),
    amount_pending: CryptoAmount('The amount of payments in `asset` that are not final yet.'),
    amount_remaining: CryptoAmount('The amount still to pay.'),
    overpaid_by: CryptoAmount('How much of `amount_received` is more than the amount due. Tails are not.'),
    payable: Type.Boolean({ description: 'Whether there is a way to pay.' }),
    unpayable_reason: nullable(
      words(['no_wallet', 'unknown_asset', 'network_not_watched'], {
        description:
          'Why there is no way to pay. `no_wallet`: the merchant has no wallet for the asset. `unknown_asset`: the server ' +
          'does not know the asset. `network_not_watched`: the server has no node for the network.',
      }),
    ),
    options: Type.Array(
      Type.Object(
        {
          network: NetworkName,
          network_name: Type.String({ description: 'The network’s display name.' }),
          coin: Type.String({ description: 'The network’s coin, in which its fees are paid.' }),
          asset: AssetCode,
          amount: OptionAmount,
          exact: ExactSchema,
          address: OptionAddress,
          uri: nullable(
            Type.String({
              description:
                'The link that opens a wallet. Null if only a browser wallet can pay, with `POST …/transaction`.',
            }),
          ),
          qr: nullable(QrSchema),
          manual: ManualPaymentSchema,
          wallet_chain: nullable(
            Type.String({
              description:
                'The network’s name for browser wallets: that of the Wallet Standard, such as `solana:mainnet`, or ' +
                '`eip155:` and the chain ID for wallets that announce themselves by EIP-6963. Null if browser wallets ' +
                'cannot pay on it.',
            }),
          ),
          visible: VisibleSchema,
        },
        closed,
      ),
      { description: 'The ways to pay. Empty unless the payment intent awaits money.' },
    ),
    options_pending: Type.Boolean({
      description:
        'Whether `options` is empty because no payer has opened the checkout yet. Always false in `status` and `events`, ' +
        'because requesting them assigns the addresses.',
    }),
    confirmations: nullable(
      Type.Object(
        {
          count: Type.Integer({ description: 'How many confirmations the payment has.' }),
          required: Type.Integer({ description: 'How many it needs to be final.' }),
        },
        closed,
      ),
      { description: 'Of the payment that needs the most. Null if no payment is on its way.' },
    ),
    receipt: nullable(ReceiptSchema, { description: 'Null unless the payment succeeded.' }),
    visibility: words(['ok', 'delayed'], {
      description:
        '`delayed` while a network on which the payment may arrive cannot be seen. See `visible` of each ' +
        'option. It becomes `ok` when the network is back.',
    }),
    review_cause: nullable(
      words(REVIEW_CAUSES, { description: listFacts('Why the merchant has to look at the payment.', CAUSE_MEANINGS) }),
    ),
    flags: Type.Array(words(FLAGS), { description: listFacts('Facts that the status does not show.', FLAG_MEANINGS) }),
    expires_at: Time('When the time to pay ends.'),
    server_time: Time('The time of the server, for a countdown.'),
    return_url: nullable(Type.String({ description: 'Where the payer returns to after the payment.' })),
    cancel_url: nullable(Type.String({ description: 'Where the payer returns to without paying.' })),
    locale: nullable(Type.String({ description: 'The language of the checkout.' })),
  },
  { ...closed, title: 'CheckoutState', description: 'What a payer may see. It contains no customer data.' },
);
