import { Type } from 'typebox';
import { CreateIntentBody } from '../intents/create-intent-body.ts';
import {
  AssetCode,
  CurrencyCode,
  closed,
  IntentIdText,
  Livemode,
  NetworkName,
  nullable,
  Time,
  words,
} from '../server/shapes.ts';

const { billing_address, shipping_address } = CreateIntentBody.properties;

const Line = Type.Object(
  {
    item_id: Type.String({ description: 'The item’s ID.' }),
    name: Type.String({ description: 'The item’s name in the catalog at the time of issue, or its ID.' }),
    quantity: Type.Integer({ description: 'How many of it.' }),
    unit_amount: nullable(
      Type.Integer({ description: 'The price of one unit. Null if the catalog had no price in this currency.' }),
    ),
    amount: nullable(Type.Integer({ description: 'The price of the line. Null if a unit has none.' })),
  },
  closed,
);

const Payment = Type.Object(
  {
    network: NetworkName,
    tx: Type.String({ description: 'The transaction ID.' }),
    amount: Type.String({ description: 'The amount, as a decimal number.' }),
    asset: AssetCode,
    at: Type.String({ description: 'When it was first seen.' }),
    state: Type.String({ description: 'The state of the payment.' }),
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
    payment_intent_id: IntentIdText,
    issued_at: Time('When the invoice was issued.'),
    status: words(['paid', 'partially_paid', 'due', 'canceled', 'in_review'], {
      description: 'Whether the invoice is paid, by the status of the payment intent.',
    }),
    livemode: Livemode,
    seller: Type.Object(
      {
        name: Type.String({ description: 'The merchant’s name.' }),
        logo_url: nullable(Type.String({ description: 'The URL of the logo.' })),
        address: Type.Array(Type.String(), { description: 'The lines of the merchant’s address.' }),
      },
      { ...closed, description: 'Who issues the invoice.' },
    ),
    buyer: Type.Object(
      {
        name: Type.String({ description: 'The customer’s name.' }),
        email: Type.String({ description: 'The customer’s email address.' }),
        billing_address,
        shipping_address,
      },
      { ...closed, description: 'Who the invoice is for.' },
    ),
    currency: CurrencyCode,
    currency_exponent: Type.Integer({ description: 'The number of decimals of the currency.' }),
    lines: Type.Array(Line, { description: 'What was bought.' }),
    subtotal: nullable(
      Type.Integer({
        description: 'The total without tax. Null if the lines or the tax percentage do not add up to it.',
      }),
    ),
    tax_percent: Type.Integer({ description: 'The tax in percent.' }),
    tax_amount: Type.Integer({ description: 'The `tax_amount` of the payment intent.' }),
    total: Type.Integer({ description: 'The `total_amount` of the payment intent.' }),
    crypto: Type.Object(
      {
        asset: AssetCode,
        amount_due: Type.String({ description: 'The amount to pay.' }),
        amount_received: Type.String({ description: 'The amount of final payments.' }),
        exchange_rate: Type.String({ description: 'The rate, as in the request.' }),
      },
      { ...closed, description: 'The total in the asset that is paid with.' },
    ),
    payments: Type.Array(Payment, { description: 'The payments for the payment intent.' }),
    order_id: nullable(Type.String({ description: 'Your order ID.' })),
    description: nullable(Type.String({ description: 'The description of the payment intent.' })),
  },
  { ...closed, title: 'Invoice' },
);
