import { type ChainUnits, type CryptoAmount, chainUnits, cryptoAmount, toBigInt } from './money.ts';

/** Crypto amounts and fiat values are counted in units of 10⁻¹⁸, the finest scale of any supported asset. */
const SCALE_DIGITS = 18;
export const SCALE = 10n ** 18n;
/** The powers of ten up to the scale: to raise a `bigint` to a power takes many times longer than to look it up. */
const POWERS_OF_TEN = Array.from({ length: SCALE_DIGITS + 1 }, (_, exponent) => 10n ** BigInt(exponent));

/** "12.5" → 12500000000000000000n, by splitting the text: no float is involved. The text must match `\d+(\.\d{1,18})?`. */
export function parseScaled(text: string): bigint {
  const point = text.indexOf('.');
  if (point < 0) return BigInt(text) * SCALE;
  const fraction = text.slice(point + 1);
  if (fraction.length > SCALE_DIGITS) throw new RangeError('more than 18 decimals');
  return BigInt(text.slice(0, point) + fraction.padEnd(SCALE_DIGITS, '0'));
}

/** Parses the decimal text of a crypto amount, as APIs and databases carry it. */
export const parseDecimal = (text: string): CryptoAmount => cryptoAmount(parseScaled(text));

/** The shortest decimal text of a crypto amount: no trailing zeros, no trailing point. */
export function formatDecimal(amount: CryptoAmount): string {
  const scaled = toBigInt(amount);
  if (scaled < 0n) return `-${formatDecimal(cryptoAmount(-scaled))}`;
  const digits = scaled.toString().padStart(SCALE_DIGITS + 1, '0');
  const point = digits.length - SCALE_DIGITS;
  let end = digits.length;
  while (end > point && digits.charAt(end - 1) === '0') end -= 1;
  return end === point ? digits.slice(0, point) : `${digits.slice(0, point)}.${digits.slice(point, end)}`;
}

export const fromUnits = (units: ChainUnits, decimals: number): CryptoAmount =>
  cryptoAmount(toBigInt(units) * unitOf(decimals));

/** One unit of an asset with this many decimals, in units of the scale. */
function unitOf(decimals: number): bigint {
  const unit = POWERS_OF_TEN[SCALE_DIGITS - decimals];
  if (unit === undefined) throw new RangeError('more than 18 decimals');
  return unit;
}

/** The amount rounded up to the smallest unit of a network. */
export const roundUpToUnit = (amount: CryptoAmount, decimals: number): CryptoAmount =>
  fromUnits(toUnits(amount, decimals), decimals);

/** Rounds up, so that a payer is never asked for less than is due. */
export function toUnits(amount: CryptoAmount, decimals: number): ChainUnits {
  const unit = unitOf(decimals);
  return chainUnits((toBigInt(amount) + unit - 1n) / unit);
}
