import { type Item, readItem } from '../../src/domain/items/item.ts';

/** An item at a price in the smallest unit of its currency. */
export function sampleItem(itemId: string, price: string, name = `Item ${itemId}`): Item {
  const [amount = '', currency = ''] = price.split(' ');
  const item = readItem([itemId, name, amount, currency]);
  if (typeof item === 'string') throw new Error(item);
  return item;
}
