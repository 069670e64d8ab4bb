import { add, type ChainUnits, chainUnits, multiplyRoundingDown } from '../../src/domain/money/money.ts';
import type { Prng } from '../memory/prng.ts';

/** All of it, most often, or a part, almost all, too much or next to nothing. */
export function chooseUnits(prng: Prng, units: ChainUnits): ChainUnits {
  const dice = prng.below(100);
  if (dice < 50) return units;
  if (dice < 68) return add(multiplyRoundingDown(units, BigInt(prng.between(20, 80)), 100n), chainUnits(1n));
  if (dice < 80) return multiplyRoundingDown(units, BigInt(prng.between(9_951, 9_999)), 10_000n);
  if (dice < 86) return multiplyRoundingDown(units, BigInt(prng.between(95, 99)), 100n);
  if (dice < 93) return multiplyRoundingDown(units, BigInt(prng.between(101, 250)), 100n);
  return add(multiplyRoundingDown(units, 1n, BigInt(prng.between(1_100, 5_000))), chainUnits(1n));
}
