import type { Static } from 'typebox';
import type { Intent } from '../../domain/intents/intent.ts';
import { paidAtMs, timeOfPayment } from '../../domain/intents/paid-at.ts';
import { LIMITS } from '../../domain/limits.ts';
import { formatDecimal } from '../../domain/money/decimal.ts';
import { explorerUrl } from '../../domain/networks/explorer-url.ts';
import { networkOf } from '../../domain/networks/network.ts';
import { isVoid } from '../../domain/payments/payment.ts';
import type { ReceiptSchema } from './receipt-schema.ts';

/** What a payer keeps of a payment that succeeded. It contains no customer data. */
export function presentReceipt(intent: Intent): Static<typeof ReceiptSchema> | null {
  if (intent.status !== 'succeeded') return null;
  const payments = intent.payments
    .filter((payment) => !isVoid(payment))
    .sort((a, b) => timeOfPayment(a) - timeOfPayment(b));
  const listed = payments.slice(0, LIMITS.receiptPaymentsMax);
  const paidAt = paidAtMs(intent);
  return {
    paid_at: paidAt === undefined ? null : new Date(paidAt).toISOString(),
    payments: listed.map(({ network, tx, asset, amount }) => ({
      network,
      network_name: networkOf(network).title,
      tx,
      explorer_url: explorerUrl(network, 'tx', tx) ?? null,
      asset,
      amount: formatDecimal(amount),
    })),
    more_payments: payments.length - listed.length,
  };
}
