import { exponentOf } from './currency.ts';

const DECIMAL = /^([0-9]{1,12})\.([0-9]{1,3})$/;

/** For an amount that was sent in whole units, such as 121.50: what to send instead. Undefined for anything else. */
export function explainMinorUnits(sent: unknown, currency: unknown): string | undefined {
  const [, whole = '', fraction = ''] = DECIMAL.exec(String(sent)) ?? [];
  if (whole === '') return undefined;
  const code = typeof currency === 'string' && /^[A-Za-z0-9]{3,12}$/.test(currency) ? currency.toUpperCase() : '';
  const decimals = exponentOf(code);
  const rule = 'Amounts are whole numbers of the smallest unit of the currency';
  if (fraction.length > decimals) return `${rule}.`;
  const padded = fraction.padEnd(decimals, '0');
  return `${rule}: for ${whole}.${padded}${code && ` ${code}`}, send ${BigInt(whole + padded)}.`;
}
