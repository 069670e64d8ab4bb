import type { Item, StoredItem } from '../domain/items/item.ts';

/** The catalogue. */
export interface ItemStore {
  /** The items that exist, in any order. */
  find(itemIds: readonly string[]): Promise<StoredItem[]>;
  /** Ordered by id, starting after `after`. */
  list(page: { after: string | undefined; limit: number }): Promise<StoredItem[]>;
  /** False where an item with this id exists; that item stays unchanged. */
  insert(item: Item, nowMs: number): Promise<boolean>;
  /** Creates and overwrites, all or none; returns how many are new. The ids must be distinct. */
  put(items: readonly Item[], nowMs: number): Promise<number>;
  /** False where the item does not exist. */
  remove(itemId: string): Promise<boolean>;
}
