import { forSession } from './for-session.ts';
import type { Route } from './route.ts';
import { addWallet } from './routes/add-wallet.ts';
import { assignTransfer } from './routes/assign-transfer.ts';
import { cancelIntent } from './routes/cancel-intent.ts';
import { claimPayment } from './routes/claim-payment.ts';
import { createIntent } from './routes/create-intent.ts';
import { createItem } from './routes/create-item.ts';
import { deleteItem } from './routes/delete-item.ts';
import { checkoutPages } from './routes/get-checkout.ts';
import { checkoutAssets } from './routes/get-checkout-asset.ts';
import { getCheckoutStatus } from './routes/get-checkout-status.ts';
import { dashboardPages } from './routes/get-dashboard.ts';
import { demoPages } from './routes/get-demo.ts';
import { getDocs } from './routes/get-docs.ts';
import { docsAssets } from './routes/get-docs-asset.ts';
import { getErrorDoc } from './routes/get-error-doc.ts';
import { getHealthz } from './routes/get-healthz.ts';
import { getIntent } from './routes/get-intent.ts';
import { getInvoice } from './routes/get-invoice.ts';
import { getInvoiceStyle } from './routes/get-invoice-style.ts';
import { getMetrics } from './routes/get-metrics.ts';
import { getOpenapi } from './routes/get-openapi.ts';
import { getReadyz } from './routes/get-readyz.ts';
import { getRoot } from './routes/get-root.ts';
import { listAssets } from './routes/list-assets.ts';
import { listCurrencies } from './routes/list-currencies.ts';
import { listErrorDocs } from './routes/list-error-docs.ts';
import { listIntents } from './routes/list-intents.ts';
import { listItems } from './routes/list-items.ts';
import { listTransfers } from './routes/list-transfers.ts';
import { listWallets } from './routes/list-wallets.ts';
import { markIntentPaid } from './routes/mark-intent-paid.ts';
import { prepareTransaction } from './routes/prepare-transaction.ts';
import { putItem } from './routes/put-item.ts';
import { removeWallet } from './routes/remove-wallet.ts';
import { resolveIntent } from './routes/resolve-intent.ts';
import { addSessionWallet } from './routes/session/add-wallet.ts';
import { changeSettings } from './routes/session/change-settings.ts';
import { createApiKey } from './routes/session/create-api-key.ts';
import { endSession } from './routes/session/end-session.ts';
import { getSession } from './routes/session/get-session.ts';
import { getSessionOpenapi } from './routes/session/get-session-openapi.ts';
import { getSettings } from './routes/session/get-settings.ts';
import { listApiKeys } from './routes/session/list-api-keys.ts';
import { listSessionIntents } from './routes/session/list-intents.ts';
import { listNetworks } from './routes/session/list-networks.ts';
import { listSessions } from './routes/session/list-sessions.ts';
import { removeSessionWallet } from './routes/session/remove-wallet.ts';
import { revealApiKey } from './routes/session/reveal-api-key.ts';
import { revokeApiKey } from './routes/session/revoke-api-key.ts';
import { rollApiKey } from './routes/session/roll-api-key.ts';
import { setUp } from './routes/session/set-up.ts';
import { signIn } from './routes/session/sign-in.ts';
import { signOut } from './routes/session/sign-out.ts';
import { signUp } from './routes/session/sign-up.ts';
import { watchIntents } from './routes/session/watch-intents.ts';
import { simulatePayment } from './routes/simulate-payment.ts';
import { watchCheckout } from './routes/watch-checkout.ts';

/** What the dashboard's own pages call. It stands in a document of its own. */
const sessionRoutes: readonly Route[] = [
  getSession,
  setUp,
  signUp,
  signIn,
  signOut,
  listSessions,
  endSession,
  listSessionIntents,
  ...[
    getIntent,
    cancelIntent,
    resolveIntent,
    markIntentPaid,
    simulatePayment,
    getInvoice,
    listItems,
    createItem,
    putItem,
    deleteItem,
    listWallets,
    listTransfers,
    assignTransfer,
  ].map(forSession),
  addSessionWallet,
  removeSessionWallet,
  listNetworks,
  watchIntents,
  listApiKeys,
  createApiKey,
  rollApiKey,
  revokeApiKey,
  revealApiKey,
  getSettings,
  changeSettings,
  getSessionOpenapi,
];

/** Every endpoint, in the order in which the documentation shows them. */
export const routes: readonly Route[] = [
  createIntent,
  getIntent,
  listIntents,
  cancelIntent,
  resolveIntent,
  markIntentPaid,
  simulatePayment,
  ...checkoutPages,
  getCheckoutStatus,
  watchCheckout,
  prepareTransaction,
  claimPayment,
  getInvoice,
  listItems,
  createItem,
  putItem,
  deleteItem,
  listWallets,
  addWallet,
  removeWallet,
  listTransfers,
  assignTransfer,
  listCurrencies,
  listAssets,
  getHealthz,
  getReadyz,
  getMetrics,
  getOpenapi,
  getRoot,
  getDocs,
  listErrorDocs,
  getErrorDoc,
  ...docsAssets,
  ...checkoutAssets,
  ...demoPages,
  getInvoiceStyle,
  ...dashboardPages,
  ...sessionRoutes,
];
