import { Problem } from '../../domain/errors.ts';
import type { Store } from '../../ports/stores.ts';

export async function deleteItem(store: Store, itemId: string): Promise<void> {
  if (await store.items.remove(itemId)) return;
  throw new Problem('not_found', 'There is no item with this ID for this merchant and mode.');
}
