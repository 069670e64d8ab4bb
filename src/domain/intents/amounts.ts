import { fromUnits } from '../money/decimal.ts';
import { isInFlight, type Payment } from '../payments/payment.ts';
import type { Intent } from './intent.ts';

/** All at scale 10⁻¹⁸. */
export interface Amounts {
  /** Final money. */
  received: bigint;
  /** Seen, not final yet. */
  pending: bigint;
  remaining: bigint;
  /** Of final money only, and without what a network cannot express. */
  overpaidBy: bigint;
}

const FINEST_DECIMALS = 18;

type Paid = Pick<Intent, 'asset' | 'cryptoAmount' | 'payments' | 'targets'>;

export function amountsOf(intent: Paid): Amounts {
  const received = sum(intent, ({ state }) => state === 'final');
  const pending = sum(intent, isInFlight);
  return {
    received,
    pending,
    remaining: atLeastZero(intent.cryptoAmount - received - pending),
    overpaidBy: inWholeUnits(atLeastZero(received - intent.cryptoAmount), intent),
  };
}

/** The payer was asked for what is due, rounded up to the unit of the network: a part of a unit is nobody's mistake. */
function inWholeUnits(excess: bigint, { targets, payments }: Paid): bigint {
  const used = targets.filter(({ network }) => payments.some((payment) => payment.network === network));
  const unit = fromUnits(1n, Math.min(FINEST_DECIMALS, ...used.map(({ decimals }) => decimals)));
  return excess - (excess % unit);
}

/** What counts towards an intent: the asset that is due, in a payment that is not void, as far as the condition goes. */
export function sum(intent: Paid, condition: (payment: Payment) => boolean): bigint {
  return intent.payments
    .filter((payment) => payment.asset === intent.asset && payment.state !== 'void' && condition(payment))
    .reduce((total, { amount }) => total + amount, 0n);
}

const atLeastZero = (units: bigint) => (units < 0n ? 0n : units);
