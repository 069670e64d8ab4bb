import type { DataStoreId } from '../../domain/ids.ts';
import type { StoreState } from '../../ports/data-stores.ts';
import type { Ports } from '../../ports/ports.ts';

type ListPorts = Pick<Ports, 'clock' | 'dataStores' | 'merchants' | 'stores'>;

export interface ListedStore {
  /** Undefined is the main database. */
  id: DataStoreId | undefined;
  name: string;
  isOpen: boolean;
  merchants: number;
  /** Undefined if the database does not respond. */
  state: (Omit<StoreState, 'scannedUntilMs'> & { scanLagMs: number | undefined }) | undefined;
}

/**
 * The main database and the data stores, and how each is doing. New merchants go to the main one if no other is open. A
 * database that has not responded when `patience` ends counts as away, so that it delays nobody for longer.
 */
export async function listStores(ports: ListPorts, patience?: AbortSignal): Promise<ListedStore[]> {
  const [own, merchants] = await Promise.all([ports.dataStores.list(), ports.merchants.countByStore()]);
  const main = { id: undefined, name: 'main', isOpen: own.every(({ isOpen }) => !isOpen) };
  return Promise.all(
    [main, ...own].map(async ({ id, name, isOpen }) => ({
      id,
      name,
      isOpen,
      merchants: merchants.get(id) ?? 0,
      state: await measure(ports, id, patience),
    })),
  );
}

async function measure(
  { clock, stores }: ListPorts,
  id: DataStoreId | undefined,
  patience: AbortSignal | undefined,
): Promise<ListedStore['state']> {
  const ended = new Promise<undefined>((resolve) => {
    patience?.addEventListener('abort', () => resolve(undefined), { once: true });
  });
  const state = await Promise.race([stores.measure(id).catch(() => undefined), ended]);
  if (!state) return undefined;
  const { scannedUntilMs, ...rest } = state;
  return { ...rest, scanLagMs: scannedUntilMs === undefined ? undefined : Math.max(0, clock.nowMs() - scannedUntilMs) };
}
