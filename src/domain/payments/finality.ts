import { agreedRate, type Priced } from '../intents/agreed-rate.ts';
import { parseFiatValue, worthOf } from '../money/exchange-rate.ts';
import type { Network } from '../networks/network.ts';
import type { FinalityRequirement } from './finality-requirement.ts';

/** The upper bounds of the lower three tiers, in units of the displayed currency. */
const WORTH_BOUNDS = ['100', '1000', '10000'].map(parseFiatValue);

/**
 * What makes a payment to an intent final on a network. It depends on what the whole intent is worth, not on a single
 * transfer, so that paying in parts does not lower it. A worth that is not certain gets the strictest tier.
 */
export function finalityRequirement({ finality }: Network, intent: Priced): FinalityRequirement {
  const rate = agreedRate(intent);
  if (!rate) return finality[3];
  const worth = worthOf(intent.cryptoAmount, rate);
  return finality[WORTH_BOUNDS.findIndex((bound) => worth < bound)] ?? finality[3];
}
