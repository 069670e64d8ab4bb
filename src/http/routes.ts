import { auditRoutes } from './audit/routes.ts';
import { checklistRoutes } from './checklist/routes.ts';
import { checkoutRoutes } from './checkout/routes.ts';
import { customerRoutes } from './customers/routes.ts';
import { dashboardRoutes } from './dashboard/routes.ts';
import { dataStoreRoutes } from './data-stores/routes.ts';
import { demoRoutes } from './demo/routes.ts';
import { docsRoutes } from './docs/routes.ts';
import { eventRoutes } from './events/routes.ts';
import { exportRoutes } from './exports/routes.ts';
import { intentRoutes } from './intents/routes.ts';
import { invoiceRoutes } from './invoices/routes.ts';
import { itemRoutes } from './items/routes.ts';
import { keyRoutes } from './keys/routes.ts';
import { settingsRoutes } from './merchants/routes.ts';
import { moneyRoutes } from './money/routes.ts';
import { networkRoutes } from './networks/routes.ts';
import { operationRoutes } from './operations/routes.ts';
import { paymentRoutes } from './payments/routes.ts';
import { requestRoutes } from './requests/routes.ts';
import type { Route } from './server/route.ts';
import { sessionRoutes } from './sessions/routes.ts';
import { teamRoutes } from './team/routes.ts';
import { transferRoutes } from './transfers/routes.ts';
import { viewRoutes } from './views/routes.ts';
import { walletRoutes } from './wallets/routes.ts';
import { webhookRoutes } from './webhooks/routes.ts';

/** Every endpoint, in the order of the reference. A new resource is a folder and a line here. */
export const routes: readonly Route[] = [
  ...sessionRoutes,
  ...checklistRoutes,
  ...intentRoutes,
  ...viewRoutes,
  ...paymentRoutes,
  ...checkoutRoutes,
  ...invoiceRoutes,
  ...customerRoutes,
  ...itemRoutes,
  ...walletRoutes,
  ...transferRoutes,
  ...exportRoutes,
  ...eventRoutes,
  ...webhookRoutes,
  ...requestRoutes,
  ...networkRoutes,
  ...moneyRoutes,
  ...operationRoutes,
  ...keyRoutes,
  ...settingsRoutes,
  ...teamRoutes,
  ...auditRoutes,
  ...dataStoreRoutes,
  ...docsRoutes,
  ...demoRoutes,
  ...dashboardRoutes,
];
