import { Type } from 'typebox';
import { formatInvoiceNumber } from '../../domain/invoices/invoice.ts';
import { LIMITS } from '../../domain/limits.ts';
import { toJsonInteger } from '../../domain/money/money.ts';
import type { InvoiceName, ListedInvoice } from '../../ports/invoices.ts';
import { listInvoices as listInvoicesUseCase } from '../../usecases/invoices/list-invoices.ts';
import { invoicePageQuery } from '../server/page-query.ts';
import { defineRoute } from '../server/route.ts';
import {
  CurrencyCode,
  closed,
  IntentIdText,
  NextCursor,
  nullable,
  statusWords,
  Time,
  words,
} from '../server/shapes.ts';
import { exampleListedInvoice } from './examples.ts';
import { invoiceFilterQuery, readInvoiceFilter } from './invoice-filter.ts';
import { reference } from './invoice-schema.ts';
import { presentReference } from './present-invoice.ts';

const ListedInvoiceSchema = Type.Object(
  {
    object: Type.Literal('invoice'),
    kind: words(['invoice', 'credit_note'], { description: 'What it is.' }),
    number: Type.String({ description: 'The number.' }),
    issued_at: Time('When it was issued.'),
    corrects: nullable(Type.Object(reference, { ...closed, description: 'The invoice that a credit note cancels.' })),
    payment_intent_id: IntentIdText,
    payment_intent_status: statusWords({ description: 'The payment intent’s status.' }),
    total_amount: Type.Integer({
      description: 'In the smallest unit of the currency. A credit note has the total that it cancels.',
    }),
    tax_amount: Type.Integer({ description: 'In the smallest unit of the currency.' }),
    currency: CurrencyCode,
    customer: Type.Object(
      {
        name: Type.String({ description: 'The name.' }),
        email: Type.String({ description: 'The email address.' }),
      },
      { ...closed, description: 'The customer, as on the document.' },
    ),
    order_id: nullable(Type.String({ description: 'The order ID.' })),
  },
  { ...closed, title: 'ListedInvoice', description: 'An invoice or credit note in a list, without its lines.' },
);

export const listInvoices = defineRoute({
  id: 'invoices.list',
  method: 'GET',
  path: '/{public_key}/invoices',
  tag: 'Invoices',
  summary: 'List invoices',
  description: 'Returns invoices and credit notes, the newest first.',
  access: 'payments:read',
  rateLimit: 'read',
  query: Type.Object({ ...invoiceFilterQuery, ...invoicePageQuery }, closed),
  answers: {
    200: {
      description: 'Returns a page of invoices and credit notes.',
      schema: Type.Object({ data: Type.Array(ListedInvoiceSchema), next_cursor: NextCursor }, closed),
      example: { data: [exampleListedInvoice], next_cursor: null },
    },
  },
}).handle(async (context, { principal, query }) => {
  const { invoices, next } = await listInvoicesUseCase(await context.stores.of(principal), {
    ...readInvoiceFilter(query),
    limit: Number(query.limit ?? LIMITS.pageSizeDefault),
    ...(query.cursor === undefined ? {} : { olderThan: readName(query.cursor) }),
  });
  return {
    status: 200,
    body: {
      data: invoices.map(presentListed),
      next_cursor: next === undefined ? null : `${next.kind}-${next.number}`,
    },
  };
});

/** The pattern of the query has been checked. */
function readName(cursor: string): InvoiceName {
  const [kind, number] = cursor.split('-');
  return { kind: kind === 'credit_note' ? kind : 'invoice', number: Number(number) };
}

const presentListed = (invoice: ListedInvoice) => ({
  object: 'invoice' as const,
  kind: invoice.kind,
  number: formatInvoiceNumber(invoice),
  issued_at: new Date(invoice.issuedAtMs).toISOString(),
  corrects: presentReference(
    invoice.corrects && { number: formatInvoiceNumber(invoice.corrects), issuedAtMs: invoice.corrects.issuedAtMs },
  ),
  payment_intent_id: invoice.intentId,
  payment_intent_status: invoice.status,
  total_amount: toJsonInteger(invoice.total),
  tax_amount: toJsonInteger(invoice.tax),
  currency: invoice.currency,
  customer: { name: invoice.customerName, email: invoice.customerEmail },
  order_id: invoice.orderId ?? null,
});
