import { add, type CryptoAmount, ZERO } from '../money/money.ts';
import type { Payment } from '../payments/payment.ts';
import type { Intent } from './intent.ts';

type TimedPayment = Pick<Payment, 'asset' | 'amount' | 'state' | 'blockTimeMs' | 'firstSeenAtMs'>;

/** What decides when an intent was paid. */
interface Paid extends Pick<Intent, 'status' | 'asset' | 'cryptoAmount'> {
  payments: readonly TimedPayment[];
  decision?: { atMs: number } | undefined;
}

/** When a payment was made: the time of its block, or when it was seen if that is not known. */
export const timeOfPayment = ({ blockTimeMs, firstSeenAtMs }: Pick<Payment, 'blockTimeMs' | 'firstSeenAtMs'>): number =>
  blockTimeMs ?? firstSeenAtMs;

/**
 * When an intent was paid: the time of the payment that made up the amount due, or of the last one if less was accepted.
 * What anyone sends later does not move it. Undefined unless the intent has succeeded.
 */
export function paidAtMs({ status, asset, cryptoAmount, payments, decision }: Paid): number | undefined {
  if (status !== 'succeeded') return undefined;
  const counted = payments
    .filter((payment) => payment.state === 'final' && payment.asset === asset)
    .sort((a, b) => timeOfPayment(a) - timeOfPayment(b));
  let received: CryptoAmount = ZERO;
  for (const payment of counted) {
    received = add(received, payment.amount);
    if (received >= cryptoAmount) return timeOfPayment(payment);
  }
  const last = counted.at(-1);
  // A merchant can accept an intent by hand, with or without money on a network.
  return last ? timeOfPayment(last) : decision?.atMs;
}
