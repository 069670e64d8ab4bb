import type { CheckoutState } from '../../../web/checkout/view/state.ts';
import type { CheckoutView } from '../../usecases/view-checkout.ts';
import { payersInvoiceUrl } from '../invoice/invoice-url.ts';
import { presentCheckout } from '../present-checkout.ts';
import type { Context } from '../route.ts';

/** A view as a payer's browser is told of it now. */
export function stateOf(context: Context, publicKey: string, view: CheckoutView): CheckoutState {
  const invoiceUrl = payersInvoiceUrl(context, publicKey, view.intent.id);
  return presentCheckout(view, { nowMs: context.clock.nowMs(), invoiceUrl });
}
