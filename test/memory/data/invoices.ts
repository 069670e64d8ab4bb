import type { IssuedInvoice } from '../../../src/domain/invoices/invoice.ts';
import type { Clock } from '../../../src/ports/clock.ts';
import type { InvoiceStore } from '../../../src/ports/invoices.ts';
import type { TableAccess } from './tables.ts';
import { isOwn, nameIn, type Owner, type Tables } from './tables.ts';

function read({ invoices }: Tables, name: string): IssuedInvoice | undefined {
  const row = invoices.get(name);
  if (!row) return undefined;
  const { merchantId: _merchantId, livemode: _livemode, ...invoice } = row;
  return invoice;
}

export function memoryInvoices(database: TableAccess, owner: Owner, clock: Pick<Clock, 'nowMs'>): InvoiceStore {
  return {
    find: async (intentId) => read(database.tables, nameIn(owner, intentId)),

    issue: (intentId, document) =>
      database.run((tables) => {
        const name = nameIn(owner, intentId);
        const known = read(tables, name);
        if (known) return known;
        const number = [...tables.invoices.values()].filter((row) => isOwn(row, owner)).length + 1;
        const issued = { intentId, number, issuedAtMs: clock.nowMs(), document: structuredClone(document) };
        tables.invoices.set(name, { ...issued, ...owner });
        return issued;
      }),
  };
}
