import { parseDecimal } from '../../domain/money/decimal.ts';
import type { CryptoAmount } from '../../domain/money/money.ts';
import { distrust } from './read-answer.ts';

export const COIN_DECIMALS = 8;
/** Below it a double tells eight decimals apart. Bitcoin's whole supply is smaller, and no output of Litecoin comes near. */
const EXACT_BELOW = 2 ** 26;

/** From the JSON number of a node to the exact amount: by its decimal text, and back again as a proof. */
export function readAmount(value: unknown): CryptoAmount {
  if (typeof value !== 'number' || !(value >= 0 && value < EXACT_BELOW))
    throw distrust('The node told an impossible amount.');
  const text = value.toFixed(COIN_DECIMALS);
  if (Number(text) !== value) throw distrust('The node told an amount with more than eight decimals.');
  return parseDecimal(text);
}
