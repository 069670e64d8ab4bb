import { parseDecimal } from './decimal.ts';
import type { CryptoAmount } from './money.ts';

export interface AssetAmount {
  amount: CryptoAmount;
  asset: string;
}

export const ASSET_PATTERN = '[A-Za-z0-9][A-Za-z0-9._-]{0,15}';

/** `<decimal> <ASSET>`: above zero, with at most 18 digits before and 18 after the point. */
export const CRYPTO_AMOUNT_PATTERN = `^(?=[0-9.]*[1-9])([0-9]{1,18}(?:\\.[0-9]{1,18})?) (${ASSET_PATTERN})$`;

const pattern = new RegExp(CRYPTO_AMOUNT_PATTERN, 'u');

export function parseCryptoAmount(text: string): AssetAmount {
  const match = pattern.exec(text);
  if (!match) throw new RangeError('not a crypto amount');
  const [, amount = '', asset = ''] = match;
  return { amount: parseDecimal(amount), asset: asset.toUpperCase() };
}
