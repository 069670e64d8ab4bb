import { toSessionRoute } from '../server/to-session-route.ts';
import { getInvoice } from './get-invoice.ts';
import { getInvoiceStyle } from './get-invoice-style.ts';
import { listInvoices } from './list-invoices.ts';

export const invoiceRoutes = [
  listInvoices,
  getInvoice,
  toSessionRoute(listInvoices),
  toSessionRoute(getInvoice),
  getInvoiceStyle,
];
