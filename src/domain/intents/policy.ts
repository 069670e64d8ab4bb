import { LIMITS } from '../limits.ts';
import { effectiveTolerancePercent, type PolicySettings } from '../merchants/settings.ts';
import { STABLECOINS } from '../money/asset.ts';
import { CURRENCIES } from '../money/currency.ts';
import { parseDecimal, parseScaled, SCALE } from '../money/decimal.ts';
import { dustFloor } from '../money/dust-floor.ts';
import { amountWorth, parseExchangeRate, parseFiatValue } from '../money/exchange-rate.ts';
import {
  type CryptoAmount,
  cryptoAmount,
  max,
  min,
  multiplyRoundingDown,
  subtract,
  sum,
  ZERO,
} from '../money/money.ts';
import { networkOf } from '../networks/network.ts';
import { isVoid } from '../payments/payment.ts';
import type { Intent } from './intent.ts';

/** What counts as paid for one intent. */
export interface Policy {
  /** How much may be missing. */
  tolerance: CryptoAmount;
  /** How long after the expiry payments are still accepted. */
  lateAcceptedMs: number;
}

const SMALLEST = cryptoAmount(1n);

/** By the settings with which the intent was created, or by today's for an intent that kept none. */
export function policyOf(intent: Intent, today: PolicySettings): Policy {
  const settings = intent.policy ?? today;
  return {
    tolerance: min(max(chosenTolerance(intent, settings), unpayableRest(intent)), highestTolerance(intent)),
    lateAcceptedMs: lateMs(intent, settings),
  };
}

/** The longest time after the expiry that payments can be accepted: an intent that kept no settings follows later ones. */
export const lateAcceptedMsMax = (intent: Intent): number =>
  intent.policy ? lateMs(intent, intent.policy) : LIMITS.lateSecondsMax * 1_000;

/** Stablecoins keep their price, so late payments in them are accepted for longer. */
function lateMs({ asset }: Intent, { latePolicy }: PolicySettings): number {
  return (STABLECOINS.has(asset) ? latePolicy.stablecoinSeconds : latePolicy.otherSeconds) * 1_000;
}

/**
 * The smaller of a percentage of the amount due and a fiat value at the request's exchange rate. Zero if the rate is for
 * another asset or currency.
 */
function chosenTolerance(intent: Intent, settings: PolicySettings): CryptoAmount {
  const rate = parseExchangeRate(intent.request.exchange_rate);
  if (rate.price === ZERO || rate.asset !== intent.asset) return ZERO;
  if (!CURRENCIES.has(intent.currency) || !rate.currencies.includes(intent.currency)) return ZERO;
  const percent = parseScaled(effectiveTolerancePercent(settings));
  const share = multiplyRoundingDown(intent.cryptoAmount, percent, 100n * SCALE);
  return min(share, amountWorth(parseFiatValue(settings.toleranceAmount), rate));
}

/** A rest that is dust, or less than the fee for sending it where most of the money came from, is not worth asking for. */
function unpayableRest({ asset, payments }: Intent): CryptoAmount {
  const own = payments.filter((payment) => payment.asset === asset && !isVoid(payment));
  // What is not final can still be taken back, so it does not count beside what is.
  const final = own.filter(({ state }) => state === 'final');
  const byNetwork = Map.groupBy(final.length > 0 ? final : own, ({ network }) => network);
  const sums = [...byNetwork].map(([network, its]) => ({ network, total: sum(its.map(({ amount }) => amount)) }));
  const fees = sums
    .filter(({ total }) => sums.every((other) => other.total <= total))
    .map(({ network }) => networkOf(network))
    .filter(({ coin }) => coin === asset)
    .map(({ usualFee }) => parseDecimal(usualFee));
  return subtract(max(fees.length > 0 ? fees.reduce(min) : ZERO, dustFloor(asset)), SMALLEST);
}

/** Of a small intent, even dust is a large part. */
const highestTolerance = ({ cryptoAmount: due }: Intent): CryptoAmount =>
  multiplyRoundingDown(due, BigInt(LIMITS.tolerancePercentMax), 100n);
