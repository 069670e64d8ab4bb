import { expect, it } from 'vitest';
import { CURRENCIES } from '../src/domain/money/currency.ts';
import { exponentOf } from '../web/dashboard/src/format/money.ts';

it('the dashboard places the decimal point of every currency where the server does', () => {
  expect(CURRENCIES.size).toBeGreaterThan(150);
  for (const { code, exponent } of CURRENCIES.values()) expect(exponentOf(code), code).toBe(exponent);
});
