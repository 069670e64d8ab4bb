import type { Intent } from '../intents/intent.ts';
import { CURRENCIES, exponentOf } from '../money/currency.ts';
import { isOffByMoreThan, parseExchangeRate, parseFiatValue, worthOf } from '../money/exchange-rate.ts';
import { type FiatValue, ZERO } from '../money/money.ts';
import type { Network } from '../networks/network.ts';
import type { FinalityRequirement } from './finality-requirement.ts';

/** The upper bounds of the lower three tiers, in units of the displayed currency. */
const WORTH_BOUNDS = ['100', '1000', '10000'].map(parseFiatValue);

/** How far the amount at the exchange rate may be from the total before neither is believed. */
const DISAGREEMENT_PERCENT_MAX = 10n;

type Priced = Pick<Intent, 'asset' | 'cryptoAmount' | 'currency' | 'totalAmount' | 'request'>;

/**
 * What makes a payment to an intent final on a network. It depends on what the whole intent is worth, not on a single
 * transfer, so that paying in parts does not lower it. A worth that is not certain gets the strictest tier.
 */
export function finalityRequirement({ finality }: Network, intent: Priced): FinalityRequirement {
  const worth = worthOfIntent(intent);
  const tier = worth === undefined ? -1 : WORTH_BOUNDS.findIndex((bound) => worth < bound);
  return tier < 0 ? finality[3] : (finality[tier] ?? finality[3]);
}

/** Undefined unless the exchange rate is for this asset, in a known currency, and agrees with the total. */
function worthOfIntent({ asset, cryptoAmount, currency, totalAmount, request }: Priced): FiatValue | undefined {
  const rate = parseExchangeRate(request.exchange_rate);
  if (rate.asset !== asset || rate.price === ZERO) return undefined;
  if (!CURRENCIES.has(currency) || !rate.currencies.includes(currency)) return undefined;
  const isOff = isOffByMoreThan(DISAGREEMENT_PERCENT_MAX, cryptoAmount, rate, totalAmount, exponentOf(currency));
  return isOff ? undefined : worthOf(cryptoAmount, rate);
}
