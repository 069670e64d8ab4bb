import type { Intent } from '../../../src/domain/intents/intent.ts';
import { buyerOf, type IssuedInvoice } from '../../../src/domain/invoices/invoice.ts';
import type { InvoiceName, InvoiceStore, ListedInvoice } from '../../../src/ports/invoices.ts';
import { isOwn, type Owner, type TableAccess } from './tables.ts';

export function memoryInvoices(database: TableAccess, owner: Owner): InvoiceStore {
  const own = (): IssuedInvoice[] =>
    [...database.tables.invoices.values()]
      .filter((row) => isOwn(row, owner))
      .map(({ merchantId: _merchantId, livemode: _livemode, ...invoice }) => invoice);
  const find = ({ kind, number }: InvoiceName) => own().find((row) => row.kind === kind && row.number === number);
  const listed = (invoice: IssuedInvoice): ListedInvoice[] => {
    const { corrects, intentId } = invoice;
    const intent = database.tables.intents.get(intentId)?.intent;
    const corrected = corrects === undefined ? undefined : find({ kind: 'invoice', number: corrects });
    return intent ? [describe(invoice, intent, corrected)] : [];
  };
  return {
    listOfIntent: async (intentId) => own().filter((row) => row.intentId === intentId),

    async list({ issuedAfterMs, issuedBeforeMs, olderThan, limit }) {
      const last = olderThan && find(olderThan);
      return own()
        .filter(({ issuedAtMs }) => issuedAfterMs === undefined || issuedAtMs > issuedAfterMs)
        .filter(({ issuedAtMs }) => issuedBeforeMs === undefined || issuedAtMs < issuedBeforeMs)
        .filter((row) => olderThan === undefined || (last !== undefined && newestFirst(last, row) < 0))
        .sort(newestFirst)
        .slice(0, limit)
        .flatMap(listed);
    },
  };
}

const newestFirst = (a: IssuedInvoice, b: IssuedInvoice): number =>
  b.issuedAtMs - a.issuedAtMs || b.kind.localeCompare(a.kind) || b.number - a.number;

function describe(invoice: IssuedInvoice, intent: Intent, corrects: IssuedInvoice | undefined): ListedInvoice {
  const { kind, prefix, number, issuedAtMs, intentId } = invoice;
  const buyer = invoice.document.buyer ?? buyerOf(intent);
  return {
    kind,
    prefix,
    number,
    issuedAtMs,
    intentId,
    corrects: corrects && { prefix: corrects.prefix, number: corrects.number, issuedAtMs: corrects.issuedAtMs },
    status: intent.status,
    total: intent.totalAmount,
    tax: intent.taxAmount,
    currency: intent.currency,
    asset: intent.asset,
    customerName: buyer.name,
    customerEmail: buyer.email,
    orderId: intent.orderId,
  };
}
