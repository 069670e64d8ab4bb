import { fromUnits } from '../money/decimal.ts';
import { add, type CryptoAmount, chainUnits, max, roundDownTo, subtract, sum, ZERO } from '../money/money.ts';
import { isInFlight, type Payment } from '../payments/payment.ts';
import type { Intent } from './intent.ts';

export interface Amounts {
  /** Final money. */
  received: CryptoAmount;
  /** Seen, not final yet. */
  pending: CryptoAmount;
  remaining: CryptoAmount;
  /** Of final money only, and without what a network cannot express. */
  overpaidBy: CryptoAmount;
}

const FINEST_DECIMALS = 18;

type Paid = Pick<Intent, 'asset' | 'cryptoAmount' | 'payments' | 'targets'>;

export function amountsOf(intent: Paid): Amounts {
  const received = sumPayments(intent, ({ state }) => state === 'final');
  const pending = sumPayments(intent, isInFlight);
  return {
    received,
    pending,
    remaining: max(subtract(intent.cryptoAmount, add(received, pending)), ZERO),
    overpaidBy: inWholeUnits(max(subtract(received, intent.cryptoAmount), ZERO), intent),
  };
}

/** The payer was asked for what is due, rounded up to the unit of the network: a part of a unit is nobody's mistake. */
function inWholeUnits(excess: CryptoAmount, { targets, payments }: Paid): CryptoAmount {
  const used = targets.filter(({ network }) => payments.some((payment) => payment.network === network));
  const unit = fromUnits(chainUnits(1n), Math.min(FINEST_DECIMALS, ...used.map(({ decimals }) => decimals)));
  return roundDownTo(excess, unit);
}

/** What counts towards an intent: the asset that is due, in a payment that is not void, as far as the condition goes. */
export function sumPayments(intent: Paid, condition: (payment: Payment) => boolean): CryptoAmount {
  const counted = intent.payments.filter(
    (payment) => payment.asset === intent.asset && payment.state !== 'void' && condition(payment),
  );
  return sum(counted.map(({ amount }) => amount));
}
