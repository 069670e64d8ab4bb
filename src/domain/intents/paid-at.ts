import { isVoid, type Payment } from '../payments/payment.ts';
import type { Intent } from './intent.ts';

/** When a payment was made: the time of its block, or when it was seen if that is not known. */
export const timeOfPayment = ({ blockTimeMs, firstSeenAtMs }: Payment): number => blockTimeMs ?? firstSeenAtMs;

/** When an intent was paid; undefined unless it has succeeded. */
export function paidAtMs({ status, payments, decision }: Intent): number | undefined {
  if (status !== 'succeeded') return undefined;
  const times = payments.filter((payment) => !isVoid(payment)).map(timeOfPayment);
  // A merchant can accept a payment by hand, with or without money on a network.
  return times.length > 0 ? Math.max(...times) : decision?.atMs;
}
