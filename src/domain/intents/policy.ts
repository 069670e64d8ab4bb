import type { MerchantSettings } from '../merchants/settings.ts';
import { CURRENCIES } from '../money/currency.ts';
import { parseDecimal, SCALE } from '../money/decimal.ts';
import { parseExchangeRate } from '../money/exchange-rate.ts';
import type { Intent } from './intent.ts';

/** What a merchant accepts as paid. */
export interface Policy {
  /** So much may be missing, at scale 10⁻¹⁸. */
  tolerance: bigint;
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
function toleranceOf(intent: Intent, { tolerancePercent, toleranceAmount }: MerchantSettings): bigint {
  const rate = parseExchangeRate(intent.request.exchange_rate);
  if (rate.fiat === 0n || rate.asset !== intent.asset) return 0n;
  if (!CURRENCIES.has(intent.currency) || !rate.currencies.includes(intent.currency)) return 0n;
  const share = (intent.cryptoAmount * parseDecimal(tolerancePercent)) / (100n * SCALE);
  const worth = (parseDecimal(toleranceAmount) * SCALE) / rate.fiat;
  return share < worth ? share : worth;
}
