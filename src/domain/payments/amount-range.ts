import { agreedRate } from '../intents/agreed-rate.ts';
import type { Intent } from '../intents/intent.ts';
import { exponentOf } from '../money/currency.ts';
import { fromUnits, parseDecimal, roundUpToUnit } from '../money/decimal.ts';
import { amountWorth, oneCent } from '../money/exchange-rate.ts';
import {
  add,
  type CryptoAmount,
  chainUnits,
  max,
  multiply,
  multiplyRoundingDown,
  roundDownTo,
  subtract,
} from '../money/money.ts';

/** Exchanges cut an amount after this decimal. */
const EXACT_DECIMALS_MAX = 8;

/** Every price counts as having cents. */
const CENT = parseDecimal('0.01');

/** A tail is at most one part in this many of the price, or one cent if that is more. */
const TAIL_PARTS = 1_000n;

/** The exact amounts that can be issued for what is due: the multiples of `step`. None if `highest` is below `lowest`. */
export interface AmountRange {
  due: CryptoAmount;
  lowest: CryptoAmount;
  highest: CryptoAmount;
  step: CryptoAmount;
  /**
   * Multiples of it are left out. They have no more decimals than what is due, so they could be the price of another intent,
   * and a transfer of a price must not pay for somebody else.
   */
  round: CryptoAmount;
}

/** The range above what is due on a network on which the intent's asset has this many decimals. */
export function amountRange(intent: Intent, due: CryptoAmount, decimals: number): AmountRange {
  const finest = Math.min(decimals, EXACT_DECIMALS_MAX);
  const step = fromUnits(chainUnits(1n), finest);
  const base = roundUpToUnit(due, finest);
  const round = roundUnit(base, step);
  const isRound = (amount: CryptoAmount) => roundDownTo(amount, round) === amount;
  const first = add(base, step);
  const last = max(base, roundDownTo(add(due, longestTail(intent)), step));
  return {
    due,
    lowest: isRound(first) ? add(first, step) : first,
    highest: isRound(last) ? subtract(last, step) : last,
    step,
    round,
  };
}

/** The unit of the last decimal of what is due, or of the one before if no amount with more decimals can be sent. */
function roundUnit(due: CryptoAmount, step: CryptoAmount): CryptoAmount {
  let unit = CENT;
  while (roundDownTo(due, unit) !== due) unit = multiplyRoundingDown(unit, 1n, 10n);
  return max(unit, multiply(step, 10n));
}

/**
 * A cent of the displayed currency counts only where rate, currency and total agree: an inverted rate would make it more
 * than the price.
 */
function longestTail(intent: Intent): CryptoAmount {
  const share = multiplyRoundingDown(intent.cryptoAmount, 1n, TAIL_PARTS);
  const rate = agreedRate(intent);
  return rate ? max(share, amountWorth(oneCent(exponentOf(intent.currency)), rate)) : share;
}
