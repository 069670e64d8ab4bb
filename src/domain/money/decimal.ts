/** Crypto amounts and rates are counted in units of 10⁻¹⁸, the finest scale of any supported asset. */
const SCALE_DIGITS = 18;
export const SCALE = 10n ** 18n;

/** "12.5" → 12500000000000000000n, by splitting the text: no float is involved. The text must match `\d+(\.\d{1,18})?`. */
export function parseDecimal(text: string): bigint {
  const point = text.indexOf('.');
  if (point < 0) return BigInt(text) * SCALE;
  const fraction = text.slice(point + 1);
  if (fraction.length > SCALE_DIGITS) throw new RangeError('more than 18 decimals');
  return BigInt(text.slice(0, point) + fraction.padEnd(SCALE_DIGITS, '0'));
}

/** The shortest decimal text of an amount: no trailing zeros, no trailing point. */
export function formatDecimal(units: bigint): string {
  const sign = units < 0n ? '-' : '';
  const digits = (units < 0n ? -units : units).toString().padStart(SCALE_DIGITS + 1, '0');
  const whole = digits.slice(0, -SCALE_DIGITS);
  const fraction = digits.slice(-SCALE_DIGITS).replace(/0+$/, '');
  return fraction === '' ? `${sign}${whole}` : `${sign}${whole}.${fraction}`;
}

/** From an asset's smallest unit to the common scale, and back; what a network cannot express is rounded up. */
export const fromUnits = (units: bigint, decimals: number): bigint => units * 10n ** BigInt(SCALE_DIGITS - decimals);

export function toUnits(amount: bigint, decimals: number): bigint {
  const unit = 10n ** BigInt(SCALE_DIGITS - decimals);
  return (amount + unit - 1n) / unit;
}
