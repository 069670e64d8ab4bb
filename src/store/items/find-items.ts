import type { StoredItem } from '../../domain/items/item.ts';
import { fiatAmount } from '../../domain/money/money.ts';
import type { Database } from '../database/database.ts';

export interface ItemRecord {
  item_id: string;
  name: string;
  unit_amount: string;
  currency: string;
  updated_at: Date;
}

export const ITEM_COLUMNS = 'item_id, name, unit_amount, currency, updated_at';

export const readItem = (row: ItemRecord): StoredItem => ({
  itemId: row.item_id,
  name: row.name,
  unitAmount: fiatAmount(row.unit_amount),
  currency: row.currency,
  updatedAtMs: row.updated_at.getTime(),
});

export interface WantedItems {
  merchant: string;
  livemode: boolean;
  itemIds: readonly string[];
}

interface WantedItem {
  merchant: string;
  livemode: boolean;
  itemId: string;
}

/** Each item is looked up by its key: a subquery with a limit is not joined. */
const FIND = `
SELECT place::int, found.* FROM unnest($1::uuid[], $2::boolean[], $3::text[])
  WITH ORDINALITY AS wanted (merchant, mode, item, place),
LATERAL (
  SELECT ${ITEM_COLUMNS} FROM florin_data.items
  WHERE merchant_id = merchant AND livemode = mode AND item_id = item LIMIT 1
) AS found`;

/** Reads the items that exist, of any merchants, with one statement. An item that several want is read once. */
export async function findItems(database: Database, wanted: readonly WantedItems[]): Promise<StoredItem[][]> {
  const items = new Map<string, WantedItem>();
  for (const { merchant, livemode, itemIds } of wanted) {
    for (const itemId of itemIds) items.set(keyOf(merchant, livemode, itemId), { merchant, livemode, itemId });
  }
  const distinct = [...items.values()];
  const rows = await database.query<ItemRecord & { place: number }>({
    name: 'find-items',
    text: FIND,
    values: [
      distinct.map(({ merchant }) => merchant),
      distinct.map(({ livemode }) => livemode),
      distinct.map(({ itemId }) => itemId),
    ],
  });
  const keys = [...items.keys()];
  const found = new Map(rows.map(({ place, ...row }) => [keys[place - 1], readItem(row)]));
  return wanted.map(({ merchant, livemode, itemIds }) =>
    itemIds.flatMap((itemId) => found.get(keyOf(merchant, livemode, itemId)) ?? []),
  );
}

const keyOf = (merchant: string, livemode: boolean, itemId: string): string => `${merchant} ${livemode} ${itemId}`;
