import type { IntentId } from '../domain/ids.ts';
import type { IntentStatus } from '../domain/intents/intent-status.ts';
import type { InvoiceDocument, IssuedInvoice } from '../domain/invoices/invoice.ts';
import type { FiatAmount } from '../domain/money/money.ts';

/** An issued invoice in a list. */
export interface ListedInvoice {
  number: number;
  issuedAtMs: number;
  intentId: IntentId;
  status: IntentStatus;
  total: FiatAmount;
  tax: FiatAmount;
  currency: string;
  customerName: string;
  customerEmail: string;
  orderId: string | undefined;
}

export interface InvoiceFilter {
  issuedAfterMs?: number;
  issuedBeforeMs?: number;
  /** Only invoices with lower numbers: the last one of the previous page. */
  below?: number;
  limit: number;
}

export interface InvoiceStore {
  /** The highest number first. */
  list(filter: InvoiceFilter): Promise<ListedInvoice[]>;
  find(intentId: IntentId): Promise<IssuedInvoice | undefined>;
  /** Issues the next number. An intent that has a number keeps it and its document. Returns after the commit. */
  issue(intentId: IntentId, document: InvoiceDocument): Promise<IssuedInvoice>;
}
