import type { Intent } from '../intents/intent.ts';
import { SCALE } from '../money/decimal.ts';
import { parseExchangeRate } from '../money/exchange-rate.ts';
import type { Network } from '../networks/network.ts';

/** Up to these worths, in units of the displayed currency, fewer confirmations will do. */
const WORTH_BOUNDS = [100n, 1_000n, 10_000n] as const;

type Confirmations = readonly [below100: number, below1k: number, below10k: number, above: number];

/** Where a chain itself says what is final, its adapter reads only that, and the first sight of it is enough. */
const FINALITY: Record<string, Confirmations> = {
  BTC: [1, 1, 3, 6],
  LTC: [2, 6, 12, 24],
  SOL: [1, 1, 1, 1],
  SIM: [2, 2, 2, 2],
};

/**
 * How many confirmations make a payment to an intent final. It depends on what the whole intent is worth, not on the
 * single transfer, so that nobody gets it cheaper by paying in parts. A worth that cannot be read gets the strictest.
 */
export function requiredConfirmations(
  network: Network,
  intent: Pick<Intent, 'asset' | 'cryptoAmount' | 'request'>,
): number {
  const steps = FINALITY[network.coin];
  if (!steps) throw new RangeError(`nothing says what is final on ${network.name}`);
  const worth = worthOf(intent);
  const step = worth === undefined ? -1 : WORTH_BOUNDS.findIndex((bound) => worth < bound * SCALE);
  return step < 0 ? steps[3] : (steps[step] ?? steps[3]);
}

/** In units of the rate's currency, at scale 10⁻¹⁸. */
function worthOf({ asset, cryptoAmount, request }: Parameters<typeof requiredConfirmations>[1]): bigint | undefined {
  const rate = parseExchangeRate(request.exchange_rate);
  return rate.asset === asset && rate.fiat > 0n ? (cryptoAmount * rate.fiat) / SCALE : undefined;
}
