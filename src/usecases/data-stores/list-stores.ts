import type { DataStoreId } from '../../domain/ids.ts';
import type { StoreState } from '../../ports/data-stores.ts';
import type { Ports } from '../../ports/ports.ts';

export interface ListedStore {
  /** Undefined is the main database. */
  id: DataStoreId | undefined;
  name: string;
  isOpen: boolean;
  merchants: number;
  /** Undefined if the database does not respond. */
  state: StoreState | undefined;
}

/** The main database and the data stores, and how each is doing. New merchants go to the main one if no other is open. */
export async function listStores({
  dataStores,
  merchants,
  stores,
}: Pick<Ports, 'dataStores' | 'merchants' | 'stores'>): Promise<ListedStore[]> {
  const [own, all] = [await dataStores.list(), await merchants.list()];
  const main = { id: undefined, name: 'main', isOpen: own.every(({ isOpen }) => !isOpen) };
  return Promise.all(
    [main, ...own].map(async ({ id, name, isOpen }) => ({
      id,
      name,
      isOpen,
      merchants: all.filter(({ dataStoreId }) => dataStoreId === id).length,
      state: await stores.measure(id).catch(() => undefined),
    })),
  );
}
