import type { Static } from 'typebox';
import type { Item, StoredItem } from '../../domain/items/item.ts';
import { fiatAmount, toJsonInteger } from '../../domain/money/money.ts';
import type { ItemSchema, PutItemBody } from './item-schema.ts';

export const presentItem = (item: StoredItem): Static<typeof ItemSchema> => ({
  item_id: item.itemId,
  name: item.name,
  unit_amount: toJsonInteger(item.unitAmount),
  currency: item.currency,
  updated_at: new Date(item.updatedAtMs).toISOString(),
});

export const itemOf = (itemId: string, body: Static<typeof PutItemBody>): Item => ({
  itemId,
  name: body.name,
  unitAmount: fiatAmount(body.unit_amount),
  currency: body.currency.toUpperCase(),
});
