import { parseDecimal } from '../../domain/money/decimal.ts';
import type { CryptoAmount } from '../../domain/money/money.ts';
import { distrustedError } from './read-response.ts';

export const COIN_DECIMALS = 8;
/** A double is exact to eight decimals below this. Bitcoin's supply is smaller, and no Litecoin output comes close. */
const EXACT_BELOW = 2 ** 26;

/** Converts a JSON number through its decimal text, and checks that nothing was lost. */
export function readAmount(value: unknown): CryptoAmount {
  if (typeof value !== 'number' || !(value >= 0 && value < EXACT_BELOW))
    throw distrustedError('The node returned an impossible amount.');
  const text = value.toFixed(COIN_DECIMALS);
  if (Number(text) !== value) throw distrustedError('The node returned an amount with more than eight decimals.');
  return parseDecimal(text);
}
