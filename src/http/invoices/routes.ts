import { toSessionRoute } from '../server/to-session-route.ts';
import { getInvoice } from './get-invoice.ts';
import { getInvoiceStyle } from './get-invoice-style.ts';

export const invoiceRoutes = [getInvoice, toSessionRoute(getInvoice), getInvoiceStyle];
