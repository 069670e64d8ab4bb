/** One line of an order, in smallest units of the currency. */
export interface PricedLine {
  unitAmount: number;
  quantity: number;
}

export interface Sums {
  /** All lines together, as their prices are. */
  lines: bigint;
  tax: bigint;
  total: bigint;
}

/** Adds lines and tax, in integers. The tax is rounded half up to the smallest unit. */
export function sumUp(lines: readonly PricedLine[], taxPercent: number, taxIncluded: boolean): Sums {
  const sum = lines.reduce((before, { unitAmount, quantity }) => before + BigInt(unitAmount) * BigInt(quantity), 0n);
  const percent = BigInt(taxPercent);
  if (taxIncluded) return { lines: sum, tax: divide(sum * percent, 100n + percent), total: sum };
  const tax = divide(sum * percent, 100n);
  return { lines: sum, tax, total: sum + tax };
}

/** Rounds half up. */
const divide = (value: bigint, by: bigint): bigint => (2n * value + by) / (2n * by);

/** The finest step of an amount. No supported coin has fewer decimals than it needs. */
const DECIMALS_MAX = 8;
/** The last decimal of an amount is worth at most this part of the currency's smallest unit. */
const FINER_THAN_UNIT = 100n;

const RATE = /^(\d{1,15})(?:\.(\d{1,18}))?$/;

/** A price that somebody typed, with a decimal point and without leading zeros; null if it is none, or zero. */
export function readRate(text: string): string | null {
  const typed = text.trim().replace(',', '.');
  if (!RATE.test(typed) || !/[1-9]/.test(typed)) return null;
  return typed.replace(/^0+(?=\d)/, '');
}

/**
 * How much of an asset is worth a total, when one costs `rate`. Rounded up, so that it is never worth less, to as many
 * decimals as make a hundredth of the smallest unit.
 */
export function toCrypto(total: bigint, exponent: number, rate: string): string {
  const [, whole = '', fraction = ''] = RATE.exec(rate) ?? [];
  const price = BigInt(whole + fraction);
  if (price === 0n) throw new RangeError('the rate is zero');
  // total / 10^exponent / (price / 10^fraction)
  const dividend = total * 10n ** BigInt(fraction.length);
  const divisor = price * 10n ** BigInt(exponent);
  const decimals = decimalsFor(price, fraction.length, exponent);
  const scaled = dividend * 10n ** BigInt(decimals);
  return printDecimal((scaled + divisor - 1n) / divisor, decimals);
}

/** The fewest decimals with which one step is worth no more than a hundredth of the currency's smallest unit. */
function decimalsFor(price: bigint, priceDecimals: number, exponent: number): number {
  const worth = price * 10n ** BigInt(exponent) * FINER_THAN_UNIT;
  const unit = 10n ** BigInt(priceDecimals);
  for (let decimals = 0; decimals < DECIMALS_MAX; decimals += 1) {
    if (worth <= unit * 10n ** BigInt(decimals)) return decimals;
  }
  return DECIMALS_MAX;
}

function printDecimal(scaled: bigint, decimals: number): string {
  const digits = scaled.toString().padStart(decimals + 1, '0');
  const point = digits.length - decimals;
  const fraction = digits.slice(point).replace(/0+$/, '');
  return fraction === '' ? digits.slice(0, point) : `${digits.slice(0, point)}.${fraction}`;
}
