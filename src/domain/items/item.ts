import { LIMITS } from '../limits.ts';
import { type FiatAmount, fiatAmount } from '../money/money.ts';

/** An item of the catalog: its name and the price of one. */
export interface Item {
  itemId: string;
  name: string;
  unitAmount: FiatAmount;
  currency: string;
}

export interface StoredItem extends Item {
  updatedAtMs: number;
}

export const CURRENCY_CODE_PATTERN = '^[A-Za-z0-9]{3,12}$';

const currencyCode = new RegExp(CURRENCY_CODE_PATTERN);

/** Whether a text is not empty, not too long, and valid in a database. */
export const isItemText = (text: string, lengthMax: number): boolean =>
  text !== '' && Array.from(text).length <= lengthMax && text.isWellFormed() && !text.includes('\u0000');

/** Reads the four fields of a CSV line. Returns a sentence if they are not valid. */
export function readItem(fields: readonly string[]): Item | string {
  const [itemId = '', name = '', amount = '', currency = ''] = fields;
  if (fields.length !== 4) return 'The line needs four fields: item_id, name, unit_amount, currency.';
  if (!isItemText(itemId, LIMITS.itemIdLengthMax)) return `item_id must be 1 to ${LIMITS.itemIdLengthMax} characters.`;
  if (!isItemText(name, LIMITS.nameLengthMax)) return `name must be 1 to ${LIMITS.nameLengthMax} characters.`;
  if (!/^\d{1,12}$/.test(amount))
    return 'unit_amount must be a whole number of at most 12 digits, in the smallest unit of the currency.';
  if (!currencyCode.test(currency)) return 'currency must be a code such as EUR.';
  return { itemId, name, unitAmount: fiatAmount(amount), currency: currency.toUpperCase() };
}
