import { toSessionRoute } from '../server/to-session-route.ts';
import { eraseCustomer } from './erase-customer.ts';
import { exportCustomer } from './export-customer.ts';

export const customerRoutes = [
  exportCustomer,
  eraseCustomer,
  toSessionRoute(exportCustomer),
  toSessionRoute(eraseCustomer),
];
