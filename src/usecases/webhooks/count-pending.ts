import type { Stores } from '../../ports/stores.ts';

/** Counting more would take longer than a monitor waits. */
const COUNTED_MAX = 100_000;

/** How many deliveries are pending in all databases that respond. */
export async function countPending({
  stores,
}: {
  stores: Pick<Stores, 'deliveryQueueOf' | 'listDatabases'>;
}): Promise<number> {
  const databases = await stores.listDatabases();
  const counts = await Promise.allSettled(
    databases.map(async (id) => (await stores.deliveryQueueOf(id)).countPending(COUNTED_MAX)),
  );
  return counts.reduce((sum, count) => sum + (count.status === 'fulfilled' ? count.value : 0), 0);
}
