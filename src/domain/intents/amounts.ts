import { fromUnits } from '../money/decimal.ts';
import { add, type CryptoAmount, chainUnits, max, roundDownTo, subtract, sum, ZERO } from '../money/money.ts';
import { isInFlight, type Payment } from '../payments/payment.ts';
import type { AssignedTarget } from '../payments/payment-target.ts';
import type { Intent } from './intent.ts';

export interface Amounts {
  /** The sum of final payments. */
  received: CryptoAmount;
  /** The sum of payments that are seen or confirmed, but not final. */
  pending: CryptoAmount;
  remaining: CryptoAmount;
  /** How much final payments without their tails exceed the amount due, rounded down to the smallest unit of the network. */
  overpaidBy: CryptoAmount;
}

const FINEST_DECIMALS = 18;

type Counted = Pick<Payment, 'network' | 'state' | 'asset' | 'amount' | 'tail'>;

interface Paid extends Pick<Intent, 'asset' | 'cryptoAmount'> {
  payments: readonly Counted[];
  targets: readonly Pick<AssignedTarget, 'network' | 'decimals'>[];
}

export function amountsOf(intent: Paid): Amounts {
  const received = sumPayments(intent, isFinal);
  const pending = sumPayments(intent, isInFlight);
  const tails = sum(intent.payments.filter(isFinal).map(({ tail }) => tail));
  return {
    received,
    pending,
    remaining: max(subtract(intent.cryptoAmount, add(received, pending)), ZERO),
    overpaidBy: inWholeUnits(max(subtract(received, add(intent.cryptoAmount, tails)), ZERO), intent),
  };
}

const isFinal = ({ state }: Counted) => state === 'final';

/** The payer is asked for the amount due rounded up to the network's smallest unit, so only whole units are excess. */
function inWholeUnits(excess: CryptoAmount, { targets, payments }: Paid): CryptoAmount {
  const used = targets.filter(({ network }) => payments.some((payment) => payment.network === network));
  const unit = fromUnits(chainUnits(1n), Math.min(FINEST_DECIMALS, ...used.map(({ decimals }) => decimals)));
  return roundDownTo(excess, unit);
}

/** The sum of the payments that meet the condition, are not void and are in the intent's asset. */
export function sumPayments<Payments extends Counted>(
  intent: { asset: string; payments: readonly Payments[] },
  condition: (payment: Payments) => boolean,
): CryptoAmount {
  const counted = intent.payments.filter(
    (payment) => payment.asset === intent.asset && payment.state !== 'void' && condition(payment),
  );
  return sum(counted.map(({ amount }) => amount));
}
