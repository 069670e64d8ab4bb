import { claimPayment } from './claim-payment.ts';
import { checkoutPages } from './get-checkout.ts';
import { checkoutAssets } from './get-checkout-asset.ts';
import { getCheckoutStatus } from './get-checkout-status.ts';
import { getReceipt } from './get-receipt.ts';
import { prepareTransaction } from './prepare-transaction.ts';
import { simulateCheckoutPayment } from './simulate-checkout-payment.ts';
import { watchCheckout } from './watch-checkout.ts';

export const checkoutRoutes = [
  ...checkoutPages,
  getCheckoutStatus,
  watchCheckout,
  prepareTransaction,
  claimPayment,
  simulateCheckoutPayment,
  getReceipt,
  ...checkoutAssets,
];
