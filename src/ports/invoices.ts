import type { IntentId } from '../domain/ids.ts';
import type { InvoiceDocument, IssuedInvoice } from '../domain/invoices/invoice.ts';

export interface InvoiceStore {
  find(intentId: IntentId): Promise<IssuedInvoice | undefined>;
  /** Issues the next number. An intent that has a number keeps it and its document. Returns after the commit. */
  issue(intentId: IntentId, document: InvoiceDocument): Promise<IssuedInvoice>;
}
