import type { DataStoreId } from '../ids.ts';
import type { Merchant } from './merchant.ts';

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
  merchants: readonly Pick<Merchant, 'dataStoreId'>[],
): DataStoreId | undefined {
  const countIn = (id: DataStoreId) => merchants.filter(({ dataStoreId }) => dataStoreId === id).length;
  const open = stores.filter(({ isOpen }) => isOpen).map(({ id }) => ({ id, count: countIn(id) }));
  return open.toSorted((a, b) => a.count - b.count)[0]?.id;
}
