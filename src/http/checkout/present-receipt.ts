import type { Static } from 'typebox';
import type { Intent } from '../../domain/intents/intent.ts';
import { LIMITS } from '../../domain/limits.ts';
import { formatDecimal } from '../../domain/money/decimal.ts';
import { explorerUrl } from '../../domain/networks/explorer-url.ts';
import { networkOf } from '../../domain/networks/network.ts';
import type { Payment } from '../../domain/payments/payment.ts';
import type { ReceiptSchema } from './receipt-schema.ts';

/** What a payer keeps of a payment that succeeded. It contains no customer data. */
export function presentReceipt(intent: Intent): Static<typeof ReceiptSchema> | null {
  if (intent.status !== 'succeeded') return null;
  const payments = intent.payments.filter(({ state }) => state !== 'void').sort((a, b) => timeOf(a) - timeOf(b));
  const listed = payments.slice(0, LIMITS.receiptPaymentsMax);
  // A merchant can accept a payment by hand, with or without money on a network.
  const paidAtMs = payments.length > 0 ? Math.max(...payments.map(timeOf)) : intent.decision?.atMs;
  return {
    paid_at: paidAtMs === undefined ? null : new Date(paidAtMs).toISOString(),
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

const timeOf = ({ blockTimeMs, firstSeenAtMs }: Payment): number => blockTimeMs ?? firstSeenAtMs;
