import type { Intent } from './intent.ts';
import { isInFlight, type Payment } from './payment.ts';

/** All at scale 10⁻¹⁸. */
export interface Amounts {
  /** Final money. */
  received: bigint;
  /** Seen, not final yet. */
  pending: bigint;
  remaining: bigint;
  /** Of final money only. */
  overpaidBy: bigint;
}

type Paid = Pick<Intent, 'asset' | 'cryptoAmount' | 'payments'>;

export function amountsOf(intent: Paid): Amounts {
  const received = sum(intent, ({ state }) => state === 'final');
  const pending = sum(intent, isInFlight);
  return {
    received,
    pending,
    remaining: atLeastZero(intent.cryptoAmount - received - pending),
    overpaidBy: atLeastZero(received - intent.cryptoAmount),
  };
}

/** What counts towards an intent: the asset that is due, in a payment that is not void, as far as the condition goes. */
export function sum(intent: Paid, condition: (payment: Payment) => boolean): bigint {
  return intent.payments
    .filter((payment) => payment.asset === intent.asset && payment.state !== 'void' && condition(payment))
    .reduce((total, { amount }) => total + amount, 0n);
}

const atLeastZero = (units: bigint) => (units < 0n ? 0n : units);
