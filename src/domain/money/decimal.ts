import { type ChainUnits, type CryptoAmount, chainUnits, cryptoAmount, toBigInt } from './money.ts';

/** Crypto amounts and fiat values are counted in units of 10⁻¹⁸, the finest scale of any supported asset. */
const SCALE_DIGITS = 18;
export const SCALE = 10n ** 18n;

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
  const whole = digits.slice(0, -SCALE_DIGITS);
  const fraction = digits.slice(-SCALE_DIGITS).replace(/0+$/, '');
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

export const fromUnits = (units: ChainUnits, decimals: number): CryptoAmount =>
  cryptoAmount(toBigInt(units) * 10n ** BigInt(SCALE_DIGITS - decimals));

/** The amount rounded up to the smallest unit of a network. */
export const roundUpToUnit = (amount: CryptoAmount, decimals: number): CryptoAmount =>
  fromUnits(toUnits(amount, decimals), decimals);

/** Rounds up, so that a payer is never asked for less than is due. */
export function toUnits(amount: CryptoAmount, decimals: number): ChainUnits {
  const unit = 10n ** BigInt(SCALE_DIGITS - decimals);
  return chainUnits((toBigInt(amount) + unit - 1n) / unit);
}
