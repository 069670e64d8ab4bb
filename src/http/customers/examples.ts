import type { Static } from 'typebox';
import { examplePaidIntent } from '../intents/example-outcomes.ts';
import { createIntentExamples } from '../intents/examples.ts';
import { exampleInvoice } from '../invoices/examples.ts';
import type { CustomerExportSchema } from './customer-schema.ts';

/** The data of the customer of the first example request. */
export const exampleExport: Static<typeof CustomerExportSchema> = {
  email: examplePaidIntent.customer.email,
  data: [
    {
      payment_intent_id: examplePaidIntent.id,
      status: examplePaidIntent.status,
      created_at: examplePaidIntent.created_at,
      total_amount: examplePaidIntent.total_amount,
      currency: examplePaidIntent.currency_displayed,
      payments: examplePaidIntent.payments.map(({ network, tx, asset }) => ({ network, tx, asset })),
      invoices: [
        {
          kind: 'invoice',
          number: exampleInvoice.number ?? '',
          issued_at: exampleInvoice.issued_at ?? '',
          buyer: null,
        },
      ],
      request: createIntentExamples.integer_tax.value,
    },
  ],
  next_cursor: null,
};
