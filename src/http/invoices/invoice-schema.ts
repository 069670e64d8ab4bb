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

export const reference = {
  number: Type.String({ description: 'Its number.' }),
  issued_at: Time('When it was issued.'),
};

export const InvoiceSchema = Type.Object(
  {
    object: Type.Literal('invoice'),
    kind: words(['pro_forma', 'invoice', 'credit_note'], {
      description:
        'A `pro_forma` has no number yet. It becomes an `invoice` when the payment succeeds. A `credit_note` cancels an ' +
        'invoice whose payment was reversed.',
    }),
    number: nullable(
      Type.String({
        description:
          'The number: a prefix and at least six digits. Invoices and credit notes each count up without gaps for each ' +
          'merchant and mode. Null for a pro forma.',
      }),
    ),
    payment_intent_id: IntentIdText,
    issued_at: nullable(Time('When it was issued. Null for a pro forma.')),
    corrects: nullable(
      Type.Object(reference, { ...closed, description: 'The invoice that this credit note cancels.' }),
    ),
    credited_by: nullable(
      Type.Object(reference, { ...closed, description: 'The credit note that cancels this invoice.' }),
    ),
    documents: Type.Array(
      Type.Object({ kind: words(['invoice', 'credit_note'], { description: 'What it is.' }), ...reference }, closed),
      {
        description:
          'All invoices and credit notes of the payment intent, the oldest first. Ask for one with `number`.',
      },
    ),
    url: Type.String({
      description:
        'A signed link to the page, for the buyer: anyone who has it sees the invoice without a key. The link of a pro forma ' +
        'opens the invoice once there is one.',
    }),
    pdf_url: Type.String({ description: 'The same for the PDF.' }),
    url_expires_at: Time(
      'When both links stop working. With a key, get the invoice again for new ones; they change once a day. With a signed ' +
        'link, it is when that link stops working.',
    ),
    status: words(['paid', 'partially_paid', 'due', 'canceled', 'in_review', 'credited'], {
      description: 'Whether it is paid, by the status of the payment intent, or canceled by a credit note.',
    }),
    livemode: Livemode,
    seller: Type.Object(
      {
        name: Type.String({ description: 'The legal name of the merchant, or its name.' }),
        logo_url: nullable(Type.String({ description: 'The URL of the logo.' })),
        address: Type.Array(Type.String(), { description: 'The lines of the merchant’s address.' }),
        tax_id: nullable(Type.String({ description: 'The merchant’s tax ID.' })),
        footer: nullable(Type.String({ description: 'The text at the end.' })),
      },
      { ...closed, description: 'Who issues the invoice.' },
    ),
    buyer: Type.Object(
      {
        name: Type.String({ description: 'The customer’s name.' }),
        email: Type.String({ description: 'The customer’s email address.' }),
        tax_id: nullable(Type.String({ description: 'The `tax_id` in the `metadata` of the payment intent.' })),
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
        amount_received: Type.String({ description: 'The amount of final payments in `asset`, with their tails.' }),
        overpaid_by: Type.String({ description: 'The amount received beyond the amount due.' }),
        exchange_rate: Type.String({ description: 'The rate, as in the request.' }),
      },
      { ...closed, description: 'The total in the asset that is paid with.' },
    ),
    payments: Type.Array(Payment, { description: 'The payments for the payment intent.' }),
    order_id: nullable(Type.String({ description: 'Your order ID.' })),
    description: nullable(Type.String({ description: 'The description of the payment intent.' })),
  },
  { ...closed, title: 'Invoice', description: 'The invoice, pro forma or credit note of a payment intent.' },
);
