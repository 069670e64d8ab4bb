import { Type } from 'typebox';
import { CreateIntentBody } from '../intents/create-intent-body.ts';
import { closed, nullable, Time, words } from '../server/shapes.ts';

const { billing_address, shipping_address } = CreateIntentBody.properties;

const Line = Type.Object(
  {
    item_id: Type.String(),
    name: Type.String({ description: 'The item’s name in the catalog at the time of issue, or its ID.' }),
    quantity: Type.Integer(),
    unit_amount: nullable(
      Type.Integer({ description: 'The price of one unit. Null if the catalog had no price in this currency.' }),
    ),
    amount: nullable(Type.Integer()),
  },
  closed,
);

const Payment = Type.Object(
  {
    network: Type.String(),
    tx: Type.String(),
    amount: Type.String(),
    asset: Type.String(),
    at: Type.String(),
    state: Type.String(),
  },
  closed,
);

export const InvoiceSchema = Type.Object(
  {
    object: Type.Literal('invoice'),
    number: Type.String({
      pattern: '^INV-[0-9]{6,}$',
      description: 'The invoice number. It counts up without gaps for each merchant and mode.',
    }),
    payment_intent_id: Type.String(),
    issued_at: Time,
    status: words(['paid', 'partially_paid', 'due', 'canceled', 'in_review']),
    livemode: Type.Boolean(),
    seller: Type.Object(
      { name: Type.String(), logo_url: nullable(Type.String()), address: Type.Array(Type.String()) },
      closed,
    ),
    buyer: Type.Object({ name: Type.String(), email: Type.String(), billing_address, shipping_address }, closed),
    currency: Type.String(),
    currency_exponent: Type.Integer({ description: 'The number of decimals of the currency.' }),
    lines: Type.Array(Line),
    subtotal: nullable(
      Type.Integer({
        description: 'The total without tax. Null if the lines or the tax percentage do not add up to it.',
      }),
    ),
    tax_percent: Type.Integer(),
    tax_amount: Type.Integer({ description: 'The `tax_amount` of the payment intent.' }),
    total: Type.Integer({ description: 'The `total_amount` of the payment intent.' }),
    crypto: Type.Object(
      {
        asset: Type.String(),
        amount_due: Type.String(),
        amount_received: Type.String(),
        exchange_rate: Type.String(),
      },
      closed,
    ),
    payments: Type.Array(Payment),
    order_id: nullable(Type.String()),
    description: nullable(Type.String()),
  },
  { ...closed, title: 'Invoice' },
);
