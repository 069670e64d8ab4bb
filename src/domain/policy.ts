import { CURRENCIES } from './currency.ts';
import { SCALE } from './decimal.ts';
import { parseExchangeRate } from './exchange-rate.ts';
import type { Intent } from './intent.ts';
import type { IntentRequest } from './intent-request.ts';

/** What a merchant accepts as paid. */
export interface Policy {
  /** So much may be missing, at scale 10⁻¹⁸. */
  tolerance: bigint;
  /** So long after the expiry money is still accepted. */
  lateAcceptedMs: number;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** A price in an asset that keeps its worth may be paid later than one in an asset that does not. */
const STABLECOINS = new Set(['USDC', 'USDT']);
const LATE_STABLECOIN_MS = 24 * HOUR_MS;
const LATE_OTHER_MS = 15 * MINUTE_MS;

/** 0.5 %. */
const TOLERANCE_PER_THOUSAND = 5n;

export function policyOf(intent: Intent): Policy {
  return {
    tolerance: toleranceOf(intent),
    lateAcceptedMs: STABLECOINS.has(intent.asset) ? LATE_STABLECOIN_MS : LATE_OTHER_MS,
  };
}

/** The smaller of 0.5 % and 1.00 of the displayed currency by the request's own rate; none where the rate does not say. */
function toleranceOf(intent: Intent): bigint {
  const request = JSON.parse(intent.requestBody) as IntentRequest;
  const rate = parseExchangeRate(request.exchange_rate);
  if (rate.fiat === 0n || rate.asset !== intent.asset) return 0n;
  if (!CURRENCIES.has(intent.currency) || !rate.currencies.includes(intent.currency)) return 0n;
  const share = (intent.cryptoAmount * TOLERANCE_PER_THOUSAND) / 1_000n;
  const one = (SCALE * SCALE) / rate.fiat;
  return share < one ? share : one;
}
