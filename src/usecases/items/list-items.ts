import type { StoredItem } from '../../domain/items/item.ts';
import type { Store } from '../../ports/stores.ts';

export interface ItemPage {
  items: StoredItem[];
  /** Where the next page begins; undefined on the last one. */
  next: string | undefined;
}

/** One page of the catalogue, by id. Reads one more than asked to know whether another page follows. */
export async function listItems(store: Store, page: { after: string | undefined; limit: number }): Promise<ItemPage> {
  const found = await store.items.list({ ...page, limit: page.limit + 1 });
  const items = found.slice(0, page.limit);
  return { items, next: found.length > page.limit ? items.at(-1)?.itemId : undefined };
}
