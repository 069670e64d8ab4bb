import type { Item, StoredItem } from '../../domain/items/item.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Store } from '../../ports/stores.ts';

/** Creates the item, or overwrites it. Invoices that were issued keep the name and price they have. */
export async function putItem(
  ports: { clock: Clock },
  store: Store,
  item: Item,
): Promise<{ item: StoredItem; created: boolean }> {
  const nowMs = ports.clock.nowMs();
  const created = await store.items.put([item], nowMs);
  return { item: { ...item, updatedAtMs: nowMs }, created: created === 1 };
}
