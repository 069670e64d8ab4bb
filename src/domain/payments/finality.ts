import type { Intent } from '../intents/intent.ts';
import { parseExchangeRate, parseFiatValue, worthOf } from '../money/exchange-rate.ts';
import { type FiatValue, ZERO } from '../money/money.ts';
import type { Network } from '../networks/network.ts';

/** Up to these worths, in units of the displayed currency, fewer confirmations will do. */
const WORTH_BOUNDS = ['100', '1000', '10000'].map(parseFiatValue);

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
  const worth = worthOfIntent(intent);
  const step = worth === undefined ? -1 : WORTH_BOUNDS.findIndex((bound) => worth < bound);
  return step < 0 ? steps[3] : (steps[step] ?? steps[3]);
}

/** In the rate's currency. */
function worthOfIntent({
  asset,
  cryptoAmount,
  request,
}: Parameters<typeof requiredConfirmations>[1]): FiatValue | undefined {
  const rate = parseExchangeRate(request.exchange_rate);
  return rate.asset === asset && rate.price > ZERO ? worthOf(cryptoAmount, rate) : undefined;
}
