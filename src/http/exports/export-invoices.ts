import { Type } from 'typebox';
import { invoiceFilterQuery, readInvoiceFilter } from '../invoices/invoice-filter.ts';
import { defineRoute } from '../server/route.ts';
import { closed } from '../server/shapes.ts';
import { exportAnswer, writeExport } from './write-export.ts';

export const exportInvoices = defineRoute({
  id: 'exports.invoices',
  method: 'GET',
  path: '/{public_key}/exports/invoices.{export_format}',
  tag: 'Exports',
  summary: 'Export invoices',
  description: 'Streams all invoices that the filters choose, newest first, as CSV or as JSON lines.',
  access: 'payments:read',
  rateLimit: 'read',
  query: Type.Object(invoiceFilterQuery, closed),
  answers: exportAnswer,
  errors: ['not_found'],
}).handle((context, { principal, params, query }) => {
  const filter = readInvoiceFilter(query);
  return writeExport(context, principal, 'invoices', params.export_format, (store) => store.invoices(filter));
});
