import type { DataStoreId } from '../ids.ts';

interface Place {
  id: DataStoreId;
  isOpen: boolean;
}

/**
 * Where a merchant goes: to the open data store with the fewest merchants, the oldest of several. Undefined is the main
 * database, if no data store is open.
 */
export function placeMerchant(
  stores: readonly Place[],
  merchantsIn: ReadonlyMap<DataStoreId | undefined, number>,
): DataStoreId | undefined {
  const open = stores.filter(({ isOpen }) => isOpen).map(({ id }) => ({ id, count: merchantsIn.get(id) ?? 0 }));
  return open.toSorted((a, b) => a.count - b.count)[0]?.id;
}
