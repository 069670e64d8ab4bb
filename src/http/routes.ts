import { claimPayment } from './checkout/claim-payment.ts';
import { checkoutPages } from './checkout/get-checkout.ts';
import { checkoutAssets } from './checkout/get-checkout-asset.ts';
import { getCheckoutStatus } from './checkout/get-checkout-status.ts';
import { prepareTransaction } from './checkout/prepare-transaction.ts';
import { watchCheckout } from './checkout/watch-checkout.ts';
import { dashboardPages } from './dashboard/get-dashboard.ts';
import { demoPages } from './demo/get-demo.ts';
import { getDocs } from './docs/get-docs.ts';
import { docsAssets } from './docs/get-docs-asset.ts';
import { getErrorDoc } from './docs/get-error-doc.ts';
import { getOpenapi } from './docs/get-openapi.ts';
import { getSessionOpenapi } from './docs/get-session-openapi.ts';
import { listErrorDocs } from './docs/list-error-docs.ts';
import { cancelIntent } from './intents/cancel-intent.ts';
import { createIntent } from './intents/create-intent.ts';
import { getIntent } from './intents/get-intent.ts';
import { listIntents } from './intents/list-intents.ts';
import { listSessionIntents } from './intents/list-session-intents.ts';
import { markIntentPaid } from './intents/mark-intent-paid.ts';
import { resolveIntent } from './intents/resolve-intent.ts';
import { watchIntents } from './intents/watch-intents.ts';
import { getInvoice } from './invoices/get-invoice.ts';
import { getInvoiceStyle } from './invoices/get-invoice-style.ts';
import { createItem } from './items/create-item.ts';
import { deleteItem } from './items/delete-item.ts';
import { listItems } from './items/list-items.ts';
import { putItem } from './items/put-item.ts';
import { createApiKey } from './keys/create-api-key.ts';
import { listApiKeys } from './keys/list-api-keys.ts';
import { revealApiKey } from './keys/reveal-api-key.ts';
import { revokeApiKey } from './keys/revoke-api-key.ts';
import { rollApiKey } from './keys/roll-api-key.ts';
import { changeSettings } from './merchants/change-settings.ts';
import { getSettings } from './merchants/get-settings.ts';
import { listAssets } from './money/list-assets.ts';
import { listCurrencies } from './money/list-currencies.ts';
import { listNetworks } from './networks/list-networks.ts';
import { getHealthz } from './operations/get-healthz.ts';
import { getMetrics } from './operations/get-metrics.ts';
import { getReadyz } from './operations/get-readyz.ts';
import { getRoot } from './operations/get-root.ts';
import { simulatePayment } from './payments/simulate-payment.ts';
import { forSession } from './server/for-session.ts';
import type { Route } from './server/route.ts';
import { endSession } from './sessions/end-session.ts';
import { getSession } from './sessions/get-session.ts';
import { listSessions } from './sessions/list-sessions.ts';
import { setUp } from './sessions/set-up.ts';
import { signIn } from './sessions/sign-in.ts';
import { signOut } from './sessions/sign-out.ts';
import { signUp } from './sessions/sign-up.ts';
import { assignTransfer } from './transfers/assign-transfer.ts';
import { listTransfers } from './transfers/list-transfers.ts';
import { addSessionWallet } from './wallets/add-session-wallet.ts';
import { addWallet } from './wallets/add-wallet.ts';
import { listWallets } from './wallets/list-wallets.ts';
import { removeSessionWallet } from './wallets/remove-session-wallet.ts';
import { removeWallet } from './wallets/remove-wallet.ts';

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
