import { expect, it } from 'vitest';
import { formatFiat } from './format-fiat.ts';

it.each([
  [4_284, 2, 'USD', 'en', '$42.84'],
  [5, 2, 'USD', 'en', '$0.05'],
  [0, 2, 'USD', 'en', '$0.00'],
  [1_234_567, 2, 'EUR', 'en-GB', '€12,345.67'],
  [1_500, 0, 'JPY', 'en', '¥1,500'],
  [1_234_567, 3, 'KWD', 'en', 'KWD\u00a01,234.567'],
  [4_284, 2, 'XQZ', 'en', 'XQZ\u00a042.84'],
  [4_284, 2, 'COINS', 'en', '42.84 COINS'],
  [4_284, 2, '<b>', 'en', '42.84 <b>'],
  [4_284, 2, 'USD', 'ar-EG', '42.84\u00a0US$'],
  [1_234_567, 3, 'KWD', 'ar', '1,234.567\u00a0د.ك.'],
  // 2^53 − 1 as a float of dollars would end in another digit.
  [Number.MAX_SAFE_INTEGER, 2, 'USD', 'en', '$90,071,992,547,409.91'],
])('%d with %d decimals in %s for %s', (amount, exponent, currency, locale, text) => {
  expect(formatFiat(amount, exponent, currency, locale)).toBe(text);
});
