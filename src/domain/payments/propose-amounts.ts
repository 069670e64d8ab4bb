import { type CryptoAmount, cryptoAmount, toBigInt } from '../money/money.ts';
import type { AmountRange } from './amount-range.ts';

/** If there are at most this many amounts with a number of decimals, all of them are proposed. */
const ALL_MAX = 128n;
/** Of more, this many are tried. */
const TRIES = 32n;
/** No number of amounts below it has a common factor with it, so that its multiples reach each amount once. */
const STRIDE = 1_000_000_007n;

/**
 * The exact amounts to try, those with the fewest decimals first, in an order that a random number decides. A payer has to
 * type them, and thousands may be taken.
 */
export function* proposeAmounts(range: AmountRange, random: bigint): Generator<CryptoAmount> {
  const [lowest, highest, step] = [toBigInt(range.lowest), toBigInt(range.highest), toBigInt(range.step)];
  for (let size = toBigInt(range.round) / 10n; size >= step; size /= 10n) {
    const below = countUpTo((lowest - 1n) / size);
    const count = countUpTo(highest / size) - below;
    const tries = count <= ALL_MAX ? count : TRIES;
    for (let attempt = 0n; attempt < tries; attempt += 1n) {
      yield cryptoAmount(numberAt(below + ((random + attempt * STRIDE) % count)) * size);
    }
  }
}

/** How many numbers from one to this one do not end in zero. */
const countUpTo = (number: bigint): bigint => number - number / 10n;

/** The number at a position, counted from zero, among those that do not end in zero. */
const numberAt = (position: bigint): bigint => position + position / 9n + 1n;
