import type { IntentId } from '../domain/ids.ts';
import type { IssuedInvoice } from '../domain/invoices/invoice.ts';

export interface InvoiceStore {
  /**
   * The invoices and credit notes of an intent, the oldest first. The transactions that change intents issue them: an invoice
   * when an intent succeeds, unless it has one that no credit note cancels, and a credit note when the success is reversed.
   */
  list(intentId: IntentId): Promise<IssuedInvoice[]>;
}
