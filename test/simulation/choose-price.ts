import { type ChainUnits, chainUnits } from '../../src/domain/money/money.ts';
import type { Order } from './order.ts';
import type { Simulation } from './simulation.ts';

interface PricedAsset extends Pick<Order, 'asset' | 'decimals' | 'rate'> {
  /** If its price is one of the small ones: the shortest tail that exchanges do not cut off. */
  tail: bigint | undefined;
}

const SOL = { asset: 'SOL', decimals: 9, rate: 200n };
const USDC = { asset: 'USDC', decimals: 6, rate: 1n };
const BTC = { asset: 'BTC', decimals: 8, rate: 50_000n };
const ASSETS = [BTC, BTC, USDC, SOL];
const ETH = { asset: 'ETH', decimals: 18, rate: 2_500n };
const USDT = { asset: 'USDT', decimals: 6, rate: 1n };
const EVM_ASSETS = [USDC, USDC, USDT, ETH];

/**
 * Prices with only one, two or three exact amounts, so that these run out and are reused, in the shortest tail. The only
 * exact amount of the first is the last of them, so that one order can snare what another one owes.
 */
const SMALL_PRICES = [1_000n, 1_000n, 2_000n, 3_000n, 1_001n];
/** On EVM chains, most have only one, because few orders there share an address. */
const SMALL_EVM_PRICES = [1_000n, 1_000n, 1_000n, 1_000n, 2_000n, 1_001n];
const SMALL_SOL = { ...SOL, tail: 10n };
const SMALL_USDC = { ...USDC, tail: 1n };
const SMALL_ETH = { ...ETH, tail: 10n ** 10n };
const ODD_UNITS = 1_000;

/** The asset that an order asks for. */
export function chooseAsset({ prng, byHand, isEvm }: Simulation): PricedAsset | undefined {
  if (!byHand?.chance(isEvm ? 60 : 70)) {
    const usual = prng.pick(isEvm ? EVM_ASSETS : ASSETS);
    return usual && { ...usual, tail: undefined };
  }
  if (!isEvm) return SMALL_SOL;
  return byHand.chance(50) ? SMALL_USDC : SMALL_ETH;
}

/** How much of it. On EVM chains, half of the prices are round, so that many orders ask for the same. */
export function choosePrice(
  { prng, byHand, isEvm }: Simulation,
  { tail, decimals, rate }: PricedAsset,
): Pick<Order, 'hasTotal'> & { units: ChainUnits; hasPolicy: boolean } {
  const dollars = BigInt(prng.pick([50, 500, 5_000, 50_000]) ?? 50);
  const round = (dollars * 10n ** BigInt(decimals)) / rate;
  const usual = round + BigInt(prng.below(ODD_UNITS));
  const small = tail === undefined ? undefined : (byHand?.pick(isEvm ? SMALL_EVM_PRICES : SMALL_PRICES) ?? 0n) * tail;
  if (!isEvm) {
    const units = small ?? usual;
    return { units: chainUnits(units), hasTotal: units % 5n !== 0n, hasPolicy: units % 3n !== 0n };
  }
  const units = small ?? (prng.chance(50) ? round : usual);
  return { units: chainUnits(units), hasTotal: prng.chance(80) && small === undefined, hasPolicy: prng.chance(70) };
}
