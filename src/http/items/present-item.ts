import type { Static } from 'typebox';
import type { Item, StoredItem } from '../../domain/items/item.ts';
import type { ItemSchema, PutItemBody } from './item-schema.ts';

/** A price has at most 12 digits, so a JSON number holds it exactly. */
export const presentItem = (item: StoredItem): Static<typeof ItemSchema> => ({
  item_id: item.itemId,
  name: item.name,
  unit_amount: Number(item.unitAmount),
  currency: item.currency,
  updated_at: new Date(item.updatedAtMs).toISOString(),
});

export const itemOf = (itemId: string, body: Static<typeof PutItemBody>): Item => ({
  itemId,
  name: body.name,
  unitAmount: BigInt(body.unit_amount),
  currency: body.currency.toUpperCase(),
});
