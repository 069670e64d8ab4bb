import type { MerchantSettings } from '../merchants/settings.ts';
import { CURRENCIES } from '../money/currency.ts';
import { parseScaled, SCALE } from '../money/decimal.ts';
import { amountWorth, parseExchangeRate, parseFiatValue } from '../money/exchange-rate.ts';
import { type CryptoAmount, min, multiplyRoundingDown, ZERO } from '../money/money.ts';
import type { Intent } from './intent.ts';

/** What a merchant accepts as paid. */
export interface Policy {
  /** So much may be missing. */
  tolerance: CryptoAmount;
  /** So long after the expiry money is still accepted. */
  lateAcceptedMs: number;
}

/** A price in an asset that keeps its worth may be paid later than one in an asset that does not. */
const STABLECOINS = new Set(['USDC', 'USDT']);

export function policyOf(intent: Intent, settings: MerchantSettings): Policy {
  const { stablecoinSeconds, otherSeconds } = settings.latePolicy;
  return {
    tolerance: toleranceOf(intent, settings),
    lateAcceptedMs: (STABLECOINS.has(intent.asset) ? stablecoinSeconds : otherSeconds) * 1_000,
  };
}

/**
 * The smaller of a share of what is due and an amount of the displayed currency by the request's own rate; none where the
 * rate does not say.
 */
function toleranceOf(intent: Intent, { tolerancePercent, toleranceAmount }: MerchantSettings): CryptoAmount {
  const rate = parseExchangeRate(intent.request.exchange_rate);
  if (rate.price === ZERO || rate.asset !== intent.asset) return ZERO;
  if (!CURRENCIES.has(intent.currency) || !rate.currencies.includes(intent.currency)) return ZERO;
  const share = multiplyRoundingDown(intent.cryptoAmount, parseScaled(tolerancePercent), 100n * SCALE);
  return min(share, amountWorth(parseFiatValue(toleranceAmount), rate));
}
