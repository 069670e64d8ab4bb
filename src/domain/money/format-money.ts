import { difference, type FiatAmount, toBigInt, ZERO } from './money.ts';

/** A fiat amount for people: 1234567 with 2 decimals is "12,345.67". No float is involved. */
export function formatMoney(amount: FiatAmount, exponent: number): string {
  const sign = amount < ZERO ? '-' : '';
  const digits = toBigInt(difference(amount, ZERO))
    .toString()
    .padStart(exponent + 1, '0');
  const whole = digits.slice(0, digits.length - exponent).replaceAll(/\B(?=(\d{3})+$)/g, ',');
  return exponent === 0 ? `${sign}${whole}` : `${sign}${whole}.${digits.slice(-exponent)}`;
}

/** An amount that is not negative, for programs and spreadsheets, without separators: "12345.67". */
export function formatPlain(amount: FiatAmount, exponent: number): string {
  const digits = toBigInt(amount)
    .toString()
    .padStart(exponent + 1, '0');
  return exponent === 0 ? digits : `${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`;
}
