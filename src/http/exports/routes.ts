import { toSessionRoute } from '../server/to-session-route.ts';
import { exportInvoices } from './export-invoices.ts';
import { exportPayments } from './export-payments.ts';
import { exportTransfers } from './export-transfers.ts';

const keyed = [exportPayments, exportTransfers, exportInvoices];

export const exportRoutes = [...keyed, ...keyed.map((route) => toSessionRoute(route))];
