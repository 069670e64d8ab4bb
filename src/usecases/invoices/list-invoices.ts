import type { InvoiceFilter, InvoiceName, ListedInvoice } from '../../ports/invoices.ts';
import type { Store } from '../../ports/stores.ts';

/** One page, the newest first. Reads one more than requested to know whether another page follows. */
export async function listInvoices(
  store: Pick<Store, 'invoices'>,
  filter: InvoiceFilter,
): Promise<{ invoices: ListedInvoice[]; next: InvoiceName | undefined }> {
  const found = await store.invoices.list({ ...filter, limit: filter.limit + 1 });
  const invoices = found.slice(0, filter.limit);
  return { invoices, next: found.length > filter.limit ? invoices.at(-1) : undefined };
}
