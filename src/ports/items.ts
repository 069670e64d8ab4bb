import type { Item, StoredItem } from '../domain/items/item.ts';

export interface ItemStore {
  /** The items that exist, in any order. */
  find(itemIds: readonly string[]): Promise<StoredItem[]>;
  /** Ordered by ID, starting after `after`. */
  list(page: { after: string | undefined; limit: number }): Promise<StoredItem[]>;
  /** False if an item with this ID exists. That item stays unchanged. */
  insert(item: Item, nowMs: number): Promise<boolean>;
  /** Creates or overwrites all items, or none. Returns how many are new. The IDs must be distinct. */
  put(items: readonly Item[], nowMs: number): Promise<number>;
  /** False if the item does not exist. */
  remove(itemId: string): Promise<boolean>;
}
