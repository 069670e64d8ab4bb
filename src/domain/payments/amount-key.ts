import { formatDecimal } from '../money/decimal.ts';
import type { CryptoAmount } from '../money/money.ts';

/** What a transfer of an exact amount carries to name its payment target. */
export const amountKey = (address: string, asset: string, amount: CryptoAmount): string =>
  `${address}/${asset}/${formatDecimal(amount)}`;
