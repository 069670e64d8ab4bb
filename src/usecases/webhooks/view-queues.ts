import type { DataStoreId } from '../../domain/ids.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ListedEndpoint } from '../../ports/delivery-queue.ts';
import type { Mails } from '../../ports/mails.ts';
import type { Stores } from '../../ports/stores.ts';

/** Counting more would take longer than a monitor waits. */
const COUNTED_MAX = 100_000;
/** So many endpoints with pending deliveries are looked at in each database. */
const ENDPOINTS_MAX = 1_000;

interface ViewQueuesPorts {
  clock: Clock;
  mails: Pick<Mails, 'view'>;
  stores: Pick<Stores, 'deliveryQueueOf' | 'eventDispatchOf' | 'listDatabases'>;
}

/** How much waits in the queues of all databases that respond, and for how long. */
export interface QueueView {
  /** Deliveries that have not ended. */
  pending: number;
  /** The age of the oldest event that has no number yet. */
  undispatchedSeconds: number;
  /** For how long a delivery could have been sent, to an endpoint that works and to one that fails. */
  dueSeconds: { healthy: number; failing: number };
  mails: { waiting: number; oldestSeconds: number };
}

export async function viewQueues({ clock, mails, stores }: ViewQueuesPorts): Promise<QueueView> {
  const nowMs = clock.nowMs();
  const databases = await stores.listDatabases();
  const views = (await Promise.allSettled(databases.map((id) => viewDatabase(stores, id, nowMs)))).flatMap((view) =>
    view.status === 'fulfilled' ? [view.value] : [],
  );
  const oldest = (times: readonly number[]): number => Math.max(0, nowMs - Math.min(nowMs, ...times)) / 1_000;
  const dueSince = (isFailing: boolean) =>
    views.flatMap(({ endpoints }) =>
      endpoints.flatMap((one) => (one.isEnabled && one.isFailing === isFailing ? (one.dueSinceMs ?? []) : [])),
    );
  const queue = await mails.view(COUNTED_MAX);
  return {
    mails: { waiting: queue.count, oldestSeconds: oldest(queue.sinceMs === undefined ? [] : [queue.sinceMs]) },
    pending: views.reduce((sum, { pending }) => sum + pending, 0),
    undispatchedSeconds: oldest(views.flatMap(({ waitingSinceMs }) => waitingSinceMs ?? [])),
    dueSeconds: { healthy: oldest(dueSince(false)), failing: oldest(dueSince(true)) },
  };
}

async function viewDatabase(
  stores: ViewQueuesPorts['stores'],
  id: DataStoreId | undefined,
  nowMs: number,
): Promise<{ pending: number; waitingSinceMs: number | undefined; endpoints: ListedEndpoint[] }> {
  const queue = await stores.deliveryQueueOf(id);
  const dispatch = await stores.eventDispatchOf(id);
  const [pending, waitingSinceMs, endpoints] = await Promise.all([
    queue.countPending(COUNTED_MAX),
    dispatch.waitingSince(),
    queue.listPending(undefined, nowMs, ENDPOINTS_MAX),
  ]);
  return { pending, waitingSinceMs, endpoints };
}
