import type { StoredItem } from '../../domain/items/item.ts';
import type { Store } from '../../ports/stores.ts';

export interface ItemPage {
  items: StoredItem[];
  /** The cursor of the next page; undefined on the last page. */
  next: string | undefined;
}

/** One page of the catalog, ordered by ID. Reads one more than requested to know whether another page follows. */
export async function listItems(store: Store, page: { after: string | undefined; limit: number }): Promise<ItemPage> {
  const found = await store.items.list({ ...page, limit: page.limit + 1 });
  const items = found.slice(0, page.limit);
  return { items, next: found.length > page.limit ? items.at(-1)?.itemId : undefined };
}
