import type { CheckoutState } from '../../../web/checkout/view/state.ts';
import type { ReceiptDocument } from './render-receipt-pdf.ts';

/** The receipt of a checkout; undefined unless the payment succeeded. */
export function receiptOf(state: CheckoutState): ReceiptDocument | undefined {
  if (!state.receipt) return undefined;
  return {
    merchant: state.merchant.name,
    payment_intent_id: state.payment_intent_id,
    livemode: state.livemode,
    description: state.description,
    order_id: state.order_id,
    currency: state.currency,
    currency_exponent: state.currency_exponent,
    total_amount: state.total_amount,
    tax_amount: state.tax_amount,
    tax_percent: state.tax_percent,
    asset: state.asset,
    exchange_rate: state.exchange_rate ?? '',
    amount_received: state.amount_received,
    receipt: state.receipt,
  };
}

export const receiptHeaders = ({ payment_intent_id }: ReceiptDocument) => ({
  'content-type': 'application/pdf',
  'content-disposition': `attachment; filename="receipt-${payment_intent_id}.pdf"`,
  'content-security-policy': "default-src 'none'",
  'cache-control': 'no-store',
});
