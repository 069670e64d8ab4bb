import { Type } from 'typebox';
import { LIMITS } from '../../domain/limits.ts';
import {
  CurrencyCode,
  closed,
  IntentIdText,
  NetworkName,
  nullable,
  statusWords,
  Time,
  words,
} from '../server/shapes.ts';

export const Email = Type.String({
  minLength: 1,
  maxLength: LIMITS.emailLengthMax,
  description: 'The customer’s email address. Ignores case.',
});

const Payment = Type.Object(
  {
    network: NetworkName,
    tx: Type.String({ description: 'The transaction ID.' }),
    asset: Type.String({ description: 'What was paid with.' }),
  },
  closed,
);

const Document = Type.Object(
  {
    kind: words(['invoice', 'credit_note'], { description: 'What it is.' }),
    number: Type.String({ description: 'Its number.' }),
    issued_at: Time('When it was issued.'),
    buyer: nullable(
      Type.Object(
        {
          name: Type.String({ description: 'The name on it.' }),
          email: Type.String({ description: 'The email address on it.' }),
        },
        { ...closed, description: 'Who it was issued to. Null if that is in `request`.' },
      ),
    ),
  },
  closed,
);

const Exported = Type.Object(
  {
    payment_intent_id: IntentIdText,
    status: statusWords({ description: 'The status of the payment intent.' }),
    created_at: Time('When it was created.'),
    total_amount: Type.Integer({ description: 'The price in the smallest unit of the currency.' }),
    currency: CurrencyCode,
    payments: Type.Array(Payment, { description: 'How it was paid.' }),
    invoices: Type.Array(Document, { description: 'Its invoices and credit notes.' }),
    request: Type.Object({}, { description: 'The create request, with everything that was sent about the customer.' }),
  },
  closed,
);

export const CustomerExportSchema = Type.Object(
  {
    email: Type.String({ description: 'The email address that was asked for.' }),
    data: Type.Array(Exported, { description: 'The payment intents of the customer, the newest first.' }),
    next_cursor: nullable(
      Type.String({ description: 'Send it as `cursor` to get the rest. Null if this is everything.' }),
    ),
  },
  { ...closed, title: 'CustomerExport', description: 'What is stored about a customer.' },
);

export const ErasureSchema = Type.Object(
  {
    payment_intents: Type.Integer({ description: 'The number of payment intents that this request erased.' }),
    complete: Type.Boolean({ description: 'Whether nothing is left. If false, send the request again.' }),
  },
  { ...closed, title: 'Erasure', description: 'What an erasure has done.' },
);
