import type { InvoiceStore } from '../../../src/ports/invoices.ts';
import { isOwn, type Owner, type TableAccess } from './tables.ts';

export function memoryInvoices(database: TableAccess, owner: Owner): InvoiceStore {
  return {
    list: async (intentId) =>
      [...database.tables.invoices.values()]
        .filter((row) => isOwn(row, owner) && row.intentId === intentId)
        .map(({ merchantId: _merchantId, livemode: _livemode, ...invoice }) => invoice),
  };
}
