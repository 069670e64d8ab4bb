import type { IntentId } from '../domain/ids.ts';
import type { InvoiceDocument, IssuedInvoice } from '../domain/invoices/invoice.ts';

export interface InvoiceStore {
  find(intentId: IntentId): Promise<IssuedInvoice | undefined>;
  /** Gives an intent the next number; one that has a number keeps it and its document. Returns after the commit. */
  issue(intentId: IntentId, document: InvoiceDocument): Promise<IssuedInvoice>;
}
