import type { MerchantSettings } from '../merchants/settings.ts';
import { CURRENCIES } from '../money/currency.ts';
import { parseScaled, SCALE } from '../money/decimal.ts';
import { amountWorth, parseExchangeRate, parseFiatValue } from '../money/exchange-rate.ts';
import { type CryptoAmount, min, multiplyRoundingDown, ZERO } from '../money/money.ts';
import type { Intent } from './intent.ts';

/** What a merchant accepts as paid. */
export interface Policy {
  /** How much may be missing. */
  tolerance: CryptoAmount;
  /** How long after the expiry payments are still accepted. */
  lateAcceptedMs: number;
}

/** Stablecoins keep their price, so late payments in them are accepted for longer. */
const STABLECOINS = new Set(['USDC', 'USDT']);

export function policyOf(intent: Intent, settings: MerchantSettings): Policy {
  const { stablecoinSeconds, otherSeconds } = settings.latePolicy;
  return {
    tolerance: toleranceOf(intent, settings),
    lateAcceptedMs: (STABLECOINS.has(intent.asset) ? stablecoinSeconds : otherSeconds) * 1_000,
  };
}

/**
 * The smaller of a percentage of the amount due and a fiat value at the request's exchange rate. Zero if the rate is for
 * another asset or currency.
 */
function toleranceOf(intent: Intent, { tolerancePercent, toleranceAmount }: MerchantSettings): CryptoAmount {
  const rate = parseExchangeRate(intent.request.exchange_rate);
  if (rate.price === ZERO || rate.asset !== intent.asset) return ZERO;
  if (!CURRENCIES.has(intent.currency) || !rate.currencies.includes(intent.currency)) return ZERO;
  const share = multiplyRoundingDown(intent.cryptoAmount, parseScaled(tolerancePercent), 100n * SCALE);
  return min(share, amountWorth(parseFiatValue(toleranceAmount), rate));
}
