import type { IntentFilter } from './intents.ts';
import type { InvoiceFilter } from './invoices.ts';
import type { TransferPage } from './transfers.ts';

/** The cells of one row, by column, in their order. */
export type ExportRow = Readonly<Record<string, string | null>>;

/** Everything that a list shows, in pages. A page is read when it is asked for, and nothing is held between two. */
export type ExportPages = AsyncIterable<readonly ExportRow[]>;

export interface ExportStore {
  payments(filter: Omit<IntentFilter, 'limit'>): ExportPages;
  transfers(filter: Pick<TransferPage, 'unassigned' | 'of'>): ExportPages;
  invoices(filter: Omit<InvoiceFilter, 'limit'>): ExportPages;
}

/** The columns of each export, in their order. Every row has all of them. New ones are added at the end, for old readers. */
export const EXPORT_COLUMNS = {
  payments: [
    'id',
    'created_at',
    'status',
    'total',
    'tax',
    'currency',
    'asset',
    'amount_due',
    'amount_received',
    'customer_name',
    'customer_email',
    'order_id',
    'networks',
    'transactions',
    'invoice_numbers',
    'expires_at',
    'paid_at',
    'exchange_rate',
    'flags',
    'overpaid_by',
  ],
  transfers: [
    'id',
    'first_seen_at',
    'network',
    'transaction',
    'index',
    'address',
    'asset',
    'token',
    'amount',
    'block',
    'reason',
    'payment_intent_id',
    'assigned_to',
  ],
  invoices: [
    'kind',
    'number',
    'issued_at',
    'corrects',
    'payment_intent_id',
    'status',
    'total',
    'tax',
    'currency',
    'customer_name',
    'customer_email',
    'order_id',
    'asset',
    'transactions',
  ],
} as const satisfies Record<string, readonly string[]>;

export type ExportKind = keyof typeof EXPORT_COLUMNS;
