import { CURRENCIES, exponentOf } from '../money/currency.ts';
import { type ExchangeRate, isOffByMoreThan, parseExchangeRate } from '../money/exchange-rate.ts';
import { ZERO } from '../money/money.ts';
import type { Intent } from './intent.ts';

/** How far the amount at the exchange rate may be from the total before neither is believed. */
const DISAGREEMENT_PERCENT_MAX = 10n;

/** The parts of a request that say the same thing twice, so that they can contradict each other. */
export type Priced = Pick<Intent, 'asset' | 'cryptoAmount' | 'currency' | 'totalAmount' | 'request'>;

/** The request's exchange rate. Undefined unless it is for this asset, in a known currency, and agrees with the total. */
export function agreedRate({ asset, cryptoAmount, currency, totalAmount, request }: Priced): ExchangeRate | undefined {
  const rate = parseExchangeRate(request.exchange_rate);
  if (rate.asset !== asset || rate.price === ZERO) return undefined;
  if (!CURRENCIES.has(currency) || !rate.currencies.includes(currency)) return undefined;
  const isOff = isOffByMoreThan(DISAGREEMENT_PERCENT_MAX, cryptoAmount, rate, totalAmount, exponentOf(currency));
  return isOff ? undefined : rate;
}
