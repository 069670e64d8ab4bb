import { agreedRate, type Priced } from '../intents/agreed-rate.ts';
import { parseFiatValue, worthOf } from '../money/exchange-rate.ts';
import type { FiatValue } from '../money/money.ts';
import type { Network } from '../networks/network.ts';
import type { FinalityRequirement } from './finality-requirement.ts';

/** The upper bounds of the lower three tiers, in units of the displayed currency. */
const WORTH_BOUNDS = ['100', '1000', '10000'].map(parseFiatValue);

/**
 * What makes a payment to an intent final on a network. It depends on what the whole intent is worth, not on a single
 * transfer, so that paying in parts does not lower it. A worth that is not certain gets the strictest tier. From
 * `agreementWorth` on, several nodes must also have the same block.
 */
export function finalityRequirement(
  { finality }: Network,
  intent: Priced,
  agreementWorth?: FiatValue,
): FinalityRequirement {
  const rate = agreedRate(intent);
  const worth = rate && worthOf(intent.cryptoAmount, rate);
  const isBelow = (bound: FiatValue) => worth !== undefined && worth < bound;
  const requirement = finality[WORTH_BOUNDS.findIndex(isBelow)] ?? finality[3];
  return agreementWorth === undefined || isBelow(agreementWorth) ? requirement : { ...requirement, agreed: true };
}
