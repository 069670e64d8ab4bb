import { agreedRate } from '../intents/agreed-rate.ts';
import type { Intent } from '../intents/intent.ts';
import { exponentOf } from '../money/currency.ts';
import { fromUnits, roundUpToUnit } from '../money/decimal.ts';
import { amountWorth, oneCent } from '../money/exchange-rate.ts';
import {
  add,
  type CryptoAmount,
  chainUnits,
  max,
  multiplyRoundingDown,
  roundDownTo,
  subtract,
  ZERO,
} from '../money/money.ts';

/** Exchanges cut an amount after this decimal. */
const EXACT_DECIMALS_MAX = 8;

/** A tail is at most one part in this many of the price, or one cent if that is more. */
const TAIL_PARTS = 1_000n;

/** The exact amounts that can be issued for what is due: each a step above the one before. None if `highest` is below `lowest`. */
export interface AmountRange {
  due: CryptoAmount;
  lowest: CryptoAmount;
  highest: CryptoAmount;
  step: CryptoAmount;
}

/** The range above what is due on a network on which the intent's asset has this many decimals. */
export function amountRange(intent: Intent, due: CryptoAmount, decimals: number): AmountRange {
  const finest = Math.min(decimals, EXACT_DECIMALS_MAX);
  const step = fromUnits(chainUnits(1n), finest);
  const base = roundUpToUnit(due, finest);
  const room = subtract(add(due, longestTail(intent)), base);
  return { due, lowest: add(base, step), highest: room > ZERO ? add(base, roundDownTo(room, step)) : base, step };
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
