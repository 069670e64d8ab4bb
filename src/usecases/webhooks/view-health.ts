import type { EndpointId } from '../../domain/ids.ts';
import { LIMITS } from '../../domain/limits.ts';
import type { DeliveryState } from '../../domain/webhooks/delivery.ts';
import type { DeliveryCount } from '../../ports/deliveries.ts';
import type { Ports } from '../../ports/ports.ts';
import type { Store } from '../../ports/stores.ts';

const HOUR_MS = 3_600_000;

export type HourCounts = { atMs: number } & Record<DeliveryState, number>;

export interface EndpointHealth {
  endpointId: EndpointId;
  /** Oldest first. Hours that are too busy to count are missing at the beginning. */
  hours: HourCounts[];
}

/** What became of the deliveries to each endpoint in the last hours, by the hour in which they were created. */
export async function viewHealth(
  { clock }: Pick<Ports, 'clock'>,
  store: Pick<Store, 'endpoints' | 'deliveries'>,
): Promise<EndpointHealth[]> {
  const nowMs = clock.nowMs();
  const firstMs = nowMs - (nowMs % HOUR_MS) - (LIMITS.endpointHealthHours - 1) * HOUR_MS;
  const [endpoints, counts] = await Promise.all([
    store.endpoints.list(),
    store.deliveries.countByHour(firstMs, LIMITS.endpointHealthDeliveriesMax),
  ]);
  return endpoints.map(({ id }) => {
    const own = counts.filter(({ endpointId }) => endpointId === id);
    const fromMs = completeFrom(own, firstMs);
    const hours = Array.from({ length: LIMITS.endpointHealthHours }, (_, index) => firstMs + index * HOUR_MS);
    return { endpointId: id, hours: hours.filter((atMs) => atMs >= fromMs).map((atMs) => countHour(own, atMs)) };
  });
}

/** If as many were counted as are counted at most, the oldest of their hours is incomplete. */
function completeFrom(counts: readonly DeliveryCount[], firstMs: number): number {
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  if (total < LIMITS.endpointHealthDeliveriesMax) return firstMs;
  return Math.min(...counts.map(({ hourMs }) => hourMs)) + HOUR_MS;
}

function countHour(counts: readonly DeliveryCount[], atMs: number): HourCounts {
  const hour: HourCounts = { atMs, pending: 0, delivered: 0, failed: 0 };
  for (const { hourMs, state, count } of counts) if (hourMs === atMs) hour[state] += count;
  return hour;
}
