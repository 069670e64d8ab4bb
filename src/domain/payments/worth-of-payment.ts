import type { Intent } from '../intents/intent.ts';
import { LIMITS } from '../limits.ts';
import { exponentOf } from '../money/currency.ts';
import { SCALE } from '../money/decimal.ts';
import { parseExchangeRate, worthOf } from '../money/exchange-rate.ts';
import { type FiatAmount, fiatAmount, toBigInt, ZERO } from '../money/money.ts';
import type { Payment } from './payment.ts';

/**
 * What a payment is worth in the displayed currency by the rate of the request, rounded to the nearest unit: an amount
 * that was computed from a price is worth that price again. Undefined if the rate does not say: it is for another asset, in
 * another currency or zero. Undefined too if the worth is more than any price.
 */
export function worthOfPayment(
  { asset, amount }: Pick<Payment, 'asset' | 'amount'>,
  { currency, request }: Pick<Intent, 'currency' | 'request'>,
): FiatAmount | undefined {
  const rate = parseExchangeRate(request.exchange_rate);
  if (rate.asset !== asset || rate.price === ZERO || !rate.currencies.includes(currency)) return undefined;
  const exact = toBigInt(worthOf(amount, rate)) * 10n ** BigInt(exponentOf(currency));
  const worth = (exact + SCALE / 2n) / SCALE;
  return worth > LIMITS.amountMax ? undefined : fiatAmount(worth);
}
