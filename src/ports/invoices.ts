import type { IntentId } from '../domain/ids.ts';
import type { IntentStatus } from '../domain/intents/intent-status.ts';
import type { IssuedInvoice } from '../domain/invoices/invoice.ts';
import type { FiatAmount } from '../domain/money/money.ts';

/** Names an invoice or credit note of one merchant in one mode. */
export type InvoiceName = Pick<IssuedInvoice, 'kind' | 'number'>;

/** An invoice or credit note in a list. */
export interface ListedInvoice extends Pick<IssuedInvoice, 'kind' | 'prefix' | 'number' | 'issuedAtMs' | 'intentId'> {
  /** The invoice that a credit note cancels. */
  corrects: Pick<IssuedInvoice, 'prefix' | 'number' | 'issuedAtMs'> | undefined;
  status: IntentStatus;
  total: FiatAmount;
  tax: FiatAmount;
  currency: string;
  asset: string;
  customerName: string;
  customerEmail: string;
  orderId: string | undefined;
}

export interface InvoiceFilter {
  issuedAfterMs?: number;
  issuedBeforeMs?: number;
  /** Only what was issued before this one: the last of the previous page. */
  olderThan?: InvoiceName;
  limit: number;
}

export interface InvoiceStore {
  /** The invoices and credit notes of all intents, the newest first. */
  list(filter: InvoiceFilter): Promise<ListedInvoice[]>;
  /**
   * The invoices and credit notes of an intent, the oldest first. The transactions that change intents issue them: an invoice
   * when an intent succeeds, unless it has one that no credit note cancels, and a credit note when the success is reversed.
   */
  listOfIntent(intentId: IntentId): Promise<IssuedInvoice[]>;
}
