import type { Item, StoredItem } from '../../domain/items/item.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Store } from '../../ports/stores.ts';

/** Creates or overwrites an item. Issued invoices keep their names and prices. */
export async function putItem(
  ports: { clock: Clock },
  store: Store,
  item: Item,
): Promise<{ item: StoredItem; created: boolean }> {
  const nowMs = ports.clock.nowMs();
  const created = await store.items.put([item], nowMs);
  return { item: { ...item, updatedAtMs: nowMs }, created: created === 1 };
}
