import type { Intent } from '../intents/intent.ts';
import type { IntentRequest } from '../intents/intent-request.ts';
import { SCALE } from '../money/decimal.ts';
import { parseExchangeRate } from '../money/exchange-rate.ts';
import type { Network } from '../networks/network.ts';
import type { FinalityRequirement } from './finality-requirement.ts';

/** The upper bounds of the lower three tiers, in units of the displayed currency. */
const WORTH_BOUNDS = [100n, 1_000n, 10_000n] as const;

/**
 * What makes a payment to an intent final on a network. It depends on what the whole intent is worth, not on a single
 * transfer, so that paying in parts does not lower it. A worth that cannot be read gets the strictest tier.
 */
export function finalityRequirement(
  { finality }: Network,
  intent: Pick<Intent, 'asset' | 'cryptoAmount' | 'requestBody'>,
): FinalityRequirement {
  const worth = worthOf(intent);
  const tier = worth === undefined ? -1 : WORTH_BOUNDS.findIndex((bound) => worth < bound * SCALE);
  return tier < 0 ? finality[3] : (finality[tier] ?? finality[3]);
}

/** In units of the rate's currency, at scale 10⁻¹⁸. */
function worthOf({ asset, cryptoAmount, requestBody }: Parameters<typeof finalityRequirement>[1]): bigint | undefined {
  const rate = parseExchangeRate((JSON.parse(requestBody) as IntentRequest).exchange_rate);
  return rate.asset === asset && rate.fiat > 0n ? (cryptoAmount * rate.fiat) / SCALE : undefined;
}
