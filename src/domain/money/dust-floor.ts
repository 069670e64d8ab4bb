import { parseDecimal } from './decimal.ts';
import { type CryptoAmount, ZERO } from './money.ts';

/**
 * Below these amounts, a transfer costs more than it is worth to anyone. For Bitcoin and Litecoin it is the amount below
 * which their nodes do not relay an output; for the others, between one and five cents.
 */
export const DUST_FLOORS: ReadonlyMap<string, CryptoAmount> = new Map(
  Object.entries({
    BNB: '0.00002',
    BTC: '0.00000546',
    DAI: '0.01',
    ETH: '0.00001',
    EURC: '0.01',
    LTC: '0.0000546',
    POL: '0.05',
    SOL: '0.0001',
    USDC: '0.01',
    USDT: '0.01',
  }).map(([asset, floor]) => [asset, parseDecimal(floor)]),
);

/** Zero for an asset whose worth is not known. */
export const dustFloor = (asset: string): CryptoAmount => DUST_FLOORS.get(asset) ?? ZERO;
