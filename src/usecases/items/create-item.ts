import { Problem } from '../../domain/errors.ts';
import type { Item, StoredItem } from '../../domain/items/item.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Store } from '../../ports/stores.ts';

export async function createItem(ports: { clock: Clock }, store: Store, item: Item): Promise<StoredItem> {
  const nowMs = ports.clock.nowMs();
  if (await store.items.insert(item, nowMs)) return { ...item, updatedAtMs: nowMs };
  throw new Problem('item_exists', 'The catalog already has an item with this item_id. Change it with PUT.');
}
