import type { Item, StoredItem } from '../../domain/items/item.ts';
import { fiatAmount, toJsonInteger } from '../../domain/money/money.ts';
import type { PutItemBody } from './item-schema.ts';

/** The JSON form of an item. */
export const presentItem = (item: StoredItem) => ({
  item_id: item.itemId,
  name: item.name,
  unit_amount: toJsonInteger(item.unitAmount),
  currency: item.currency,
  updated_at: new Date(item.updatedAtMs).toISOString(),
});

export const itemOf = (itemId: string, body: PutItemBody): Item => ({
  itemId,
  name: body.name,
  unitAmount: fiatAmount(body.unit_amount),
  currency: body.currency.toUpperCase(),
});

export const exampleItem = presentItem({
  itemId: 'sku_tulip_bulbs',
  name: 'Tulip bulbs, 25 pieces',
  unitAmount: fiatAmount(5_000),
  currency: 'USD',
  updatedAtMs: Date.UTC(2026, 10, 15, 9, 30),
});
