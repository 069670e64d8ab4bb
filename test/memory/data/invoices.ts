import type { Intent } from '../../../src/domain/intents/intent.ts';
import type { IssuedInvoice } from '../../../src/domain/invoices/invoice.ts';
import type { Clock } from '../../../src/ports/clock.ts';
import type { InvoiceStore, ListedInvoice } from '../../../src/ports/invoices.ts';
import type { TableAccess } from './tables.ts';
import { isOwn, nameIn, type Owner, type Tables } from './tables.ts';

function read({ invoices }: Tables, name: string): IssuedInvoice | undefined {
  const row = invoices.get(name);
  if (!row) return undefined;
  const { merchantId: _merchantId, livemode: _livemode, ...invoice } = row;
  return invoice;
}

const describe = (intent: Intent): Omit<ListedInvoice, 'number' | 'issuedAtMs'> => ({
  intentId: intent.id,
  status: intent.status,
  total: intent.totalAmount,
  tax: intent.taxAmount,
  currency: intent.currency,
  customerName: intent.request.customer.name,
  customerEmail: intent.customerEmail,
  orderId: intent.orderId,
});

export function memoryInvoices(database: TableAccess, owner: Owner, clock: Pick<Clock, 'nowMs'>): InvoiceStore {
  return {
    find: async (intentId) => read(database.tables, nameIn(owner, intentId)),

    async list({ issuedAfterMs, issuedBeforeMs, below, limit }) {
      return [...database.tables.invoices.values()]
        .filter((row) => isOwn(row, owner))
        .filter(({ issuedAtMs }) => issuedAfterMs === undefined || issuedAtMs > issuedAfterMs)
        .filter(({ issuedAtMs }) => issuedBeforeMs === undefined || issuedAtMs < issuedBeforeMs)
        .filter(({ number }) => below === undefined || number < below)
        .sort((a, b) => b.number - a.number)
        .slice(0, limit)
        .flatMap(({ number, issuedAtMs, intentId }) => {
          const intent = database.tables.intents.get(intentId)?.intent;
          return intent ? [{ number, issuedAtMs, ...describe(intent) }] : [];
        });
    },

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
