import { isVoid, type Payment } from '../payments/payment.ts';
import type { Intent } from './intent.ts';
import type { Decision } from './review.ts';

type Timed = Pick<Payment, 'blockTimeMs' | 'firstSeenAtMs'>;

interface Paid extends Pick<Intent, 'status'> {
  payments: readonly (Timed & Pick<Payment, 'state'>)[];
  decision: Pick<Decision, 'atMs'> | undefined;
}

/** When a payment was made: the time of its block, or when it was seen if that is not known. */
export const timeOfPayment = ({ blockTimeMs, firstSeenAtMs }: Timed): number => blockTimeMs ?? firstSeenAtMs;

/** When an intent was paid; undefined unless it has succeeded. */
export function paidAtMs({ status, payments, decision }: Paid): number | undefined {
  if (status !== 'succeeded') return undefined;
  const times = payments.filter((payment) => !isVoid(payment)).map(timeOfPayment);
  // A merchant can accept a payment by hand, with or without money on a network.
  return times.length > 0 ? Math.max(...times) : decision?.atMs;
}
