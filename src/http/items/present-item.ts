import type { Item, StoredItem } from '../../domain/items/item.ts';
import type { PutItemBody } from './item-schema.ts';

/** The JSON form of an item. A price is at most 12 digits long. */
export const presentItem = (item: StoredItem) => ({
  item_id: item.itemId,
  name: item.name,
  unit_amount: Number(item.unitAmount),
  currency: item.currency,
  updated_at: new Date(item.updatedAtMs).toISOString(),
});

export const itemOf = (itemId: string, body: PutItemBody): Item => ({
  itemId,
  name: body.name,
  unitAmount: BigInt(body.unit_amount),
  currency: body.currency.toUpperCase(),
});

export const exampleItem = presentItem({
  itemId: 'sku_tulip_bulbs',
  name: 'Tulip bulbs, 25 pieces',
  unitAmount: 5_000n,
  currency: 'USD',
  updatedAtMs: Date.UTC(2026, 10, 15, 9, 30),
});
