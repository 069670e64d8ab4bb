import type { Intent } from '../domain/intent.ts';
import type { InvoicePayment } from '../domain/invoice.ts';

/** What has come in for an intent, as an invoice lists it. No chain is watched yet, so nothing has. */
export const paymentsOf = (_intent: Intent): { payments: InvoicePayment[]; amountReceived: string } => ({
  payments: [],
  amountReceived: '0',
});
