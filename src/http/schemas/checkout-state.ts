import { type TSchema, Type } from 'typebox';
import { INTENT_STATUSES } from '../../domain/intent-status.ts';
import { FLAGS, REVIEW_CAUSES } from '../../domain/standing.ts';

const nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);
const words = (list: readonly string[]) => Type.Union(list.map((word) => Type.Literal(word)));
const closed = { additionalProperties: false };
const Amount = (description: string) => Type.String({ pattern: '^[0-9]+(\\.[0-9]+)?$', description });
const Time = Type.String({ format: 'date-time' });

export const CheckoutStateSchema = Type.Object(
  {
    payment_intent_id: Type.String(),
    status: words(Object.keys(INTENT_STATUSES)),
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
    amount_due: Amount('What is to be paid.'),
    amount_received: Amount('Final money.'),
    amount_pending: Amount('Seen, not final yet.'),
    amount_remaining: Amount('What is still to be paid.'),
    overpaid_by: Amount('Final money above what is due.'),
    payable: Type.Boolean(),
    unpayable_reason: nullable(words(['no_wallet', 'unknown_asset', 'network_not_watched'])),
    options: Type.Array(
      Type.Object(
        {
          network: Type.String(),
          network_name: Type.String(),
          asset: Type.String(),
          amount: Amount('What is still to be paid there.'),
          address: Type.String(),
          uri: Type.String({ description: 'The wallet link.' }),
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
