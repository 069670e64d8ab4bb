/**
 * ISO 4217 decimals that differ from 2. The browser's own table is not used: it follows local custom rather than ISO (no
 * decimals for the forint and the rupiah), which would show amounts a hundred times too large.
 */
const EXPONENTS: Record<string, number> = Object.fromEntries([
  ...'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' ').map((code) => [code, 0]),
  ...'BHD IQD JOD KWD LYD OMR TND'.split(' ').map((code) => [code, 3]),
  ...'CLF UYW'.split(' ').map((code) => [code, 4]),
]);

export const exponentOf = (currency: string): number => EXPONENTS[currency] ?? 2;

/** Smallest units as decimal text: 12100 with two decimals is `121.00`. */
function placePoint(amount: number | bigint, exponent: number): `${number}` {
  const sign = amount < 0 ? '-' : '';
  const digits = String(amount)
    .replace('-', '')
    .padStart(exponent + 1, '0');
  if (exponent === 0) return `${sign}${digits}` as `${number}`;
  return `${sign}${digits.slice(0, -exponent)}.${digits.slice(-exponent)}` as `${number}`;
}

/** Formats a fiat amount in its currency. Intl takes the decimal text, so no float is involved. */
export function formatMoney(amount: number | bigint, currency: string, locale?: string): string {
  const exponent = exponentOf(currency);
  const digits = { minimumFractionDigits: exponent, maximumFractionDigits: exponent };
  const text = placePoint(amount, exponent);
  // Intl accepts three-letter codes only, but merchants can use longer ones.
  if (!/^[A-Z]{3}$/.test(currency)) return `${new Intl.NumberFormat(locale, digits).format(text)} ${currency}`;
  return new Intl.NumberFormat(locale, { style: 'currency', currency, ...digits }).format(text);
}

/** For an input field: no grouping, no symbol, and a decimal point. */
export const printAmount = (amount: number, currency: string): string => placePoint(amount, exponentOf(currency));

/** User input in smallest units; null if it is not a valid amount in this currency. */
export function parseAmount(text: string, currency: string): number | null {
  const exponent = exponentOf(currency);
  const [, whole, decimals = ''] = /^(\d{1,12})(?:[.,](\d+))?$/.exec(text.trim()) ?? [];
  if (whole === undefined || decimals.length > exponent) return null;
  return Number(`${whole}${decimals.padEnd(exponent, '0')}`);
}

/** Whether a decimal string is zero, compared as text. */
export function isZero(decimal: string): boolean {
  return /^-?0*(\.0*)?$/.test(decimal);
}

/** The received share of `due` in whole percent, from 0 to 100; for display only. */
export function percentOf(received: string, due: string): number {
  const [whole, part] = [received, due].map(toUnits) as [bigint, bigint];
  if (part === 0n) return 0;
  const percent = (whole * 100n) / part;
  return Number(percent > 100n ? 100n : percent);
}

export const sumDecimals = (decimals: readonly string[]): string =>
  printUnits(decimals.map(toUnits).reduce((sum, units) => sum + units, 0n));

/** `a` minus `b`, which may be negative. */
export const subtractDecimals = (a: string, b: string): string => printUnits(toUnits(a) - toUnits(b));

const UNIT_DECIMALS = 18;

const printUnits = (units: bigint): string => placePoint(units, UNIT_DECIMALS).replace(/\.?0+$/, '');

function toUnits(decimal: string): bigint {
  const [whole = '0', fraction = ''] = decimal.split('.');
  return BigInt(`${whole === '' ? '0' : whole}${fraction.slice(0, UNIT_DECIMALS).padEnd(UNIT_DECIMALS, '0')}`);
}
