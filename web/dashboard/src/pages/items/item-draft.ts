import type { Item } from '../../api/generated.ts';
import { exponentOf, parseAmount } from '../../format/money.ts';
import { readText } from '../../ui/read-text.ts';

export type ItemDraft = Omit<Item, 'updated_at'>;

/** Reads an item from the form, or says everything that is wrong with it, by the pointers that the server uses. */
export function readItem(form: FormData, itemId?: string): { draft: ItemDraft } | { errors: Record<string, string> } {
  const text = (name: string) => readText(form, name).trim();
  const currency = text('currency').toUpperCase();
  const amount = parseAmount(text('unit_amount'), currency);
  const draft = { item_id: itemId ?? text('item_id'), name: text('name'), unit_amount: amount ?? 0, currency };
  const errors: Record<string, string> = {};
  if (draft.item_id === '') errors['item_id'] = 'Enter an item ID.';
  if (draft.name === '') errors['name'] = 'Enter a name.';
  if (amount === null) errors['unit_amount'] = askForPrice(currency);
  if (!/^[A-Z0-9]{3,12}$/.test(currency)) errors['currency'] = 'Enter a currency code, such as USD.';
  return Object.keys(errors).length === 0 ? { draft } : { errors };
}

function askForPrice(currency: string): string {
  const decimals = exponentOf(currency);
  return decimals === 0 ? 'Enter a whole number, such as 1210.' : `Enter a number with up to ${decimals} decimals.`;
}
