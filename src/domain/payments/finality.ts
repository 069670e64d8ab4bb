import type { Intent } from '../intents/intent.ts';
import { parseExchangeRate, parseFiatValue, worthOf } from '../money/exchange-rate.ts';
import { type FiatValue, ZERO } from '../money/money.ts';
import type { Network } from '../networks/network.ts';
import type { FinalityRequirement } from './finality-requirement.ts';

/** The upper bounds of the lower three tiers, in units of the displayed currency. */
const WORTH_BOUNDS = ['100', '1000', '10000'].map(parseFiatValue);

/**
 * What makes a payment to an intent final on a network. It depends on what the whole intent is worth, not on a single
 * transfer, so that paying in parts does not lower it. A worth that cannot be read gets the strictest tier.
 */
export function finalityRequirement(
  { finality }: Network,
  intent: Pick<Intent, 'asset' | 'cryptoAmount' | 'request'>,
): FinalityRequirement {
  const worth = worthOfIntent(intent);
  const tier = worth === undefined ? -1 : WORTH_BOUNDS.findIndex((bound) => worth < bound);
  return tier < 0 ? finality[3] : (finality[tier] ?? finality[3]);
}

/** In the currency of the exchange rate; undefined if the rate is zero or for another asset. */
function worthOfIntent({
  asset,
  cryptoAmount,
  request,
}: Parameters<typeof finalityRequirement>[1]): FiatValue | undefined {
  const rate = parseExchangeRate(request.exchange_rate);
  return rate.asset === asset && rate.price > ZERO ? worthOf(cryptoAmount, rate) : undefined;
}
