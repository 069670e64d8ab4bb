import { type CryptoAmount, cryptoAmount, toBigInt } from '../money/money.ts';
import type { AmountRange } from './amount-range.ts';

/** If there are at most this many amounts with a number of decimals, all of them are proposed. */
const ALL_MAX = 128n;
/** Of more, this many are tried. */
const TRIES = 32n;
/** No number of amounts below it has a common factor with it, so that its multiples reach each amount once. */
const STRIDE = 1_000_000_007n;

/**
 * The exact amounts to try, those with the shortest tails first, in an order that a random number decides. A payer has to
 * type them, and thousands may be taken.
 */
export function* proposeAmounts({ lowest, highest, step }: AmountRange, random: bigint): Generator<CryptoAmount> {
  const base = toBigInt(lowest) - toBigInt(step);
  const room = toBigInt(highest) - base;
  for (let size = longestPowerOfTen(room); size >= toBigInt(step); size /= 10n) {
    const count = room / size;
    const tries = count <= ALL_MAX ? count : TRIES;
    for (let attempt = 0n; attempt < tries; attempt += 1n) {
      yield cryptoAmount(base + (((random + attempt * STRIDE) % count) + 1n) * size);
    }
  }
}

const longestPowerOfTen = (amount: bigint): bigint => (amount > 0n ? 10n ** BigInt(String(amount).length - 1) : 0n);
