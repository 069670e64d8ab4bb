import { LIMITS } from '../domain/limits.ts';
import type { Ports } from '../ports/ports.ts';

export const DROP_PARTITIONS_PAUSE_MS = 3_600_000;

const DAY_MS = 86_400_000;

/** Drops numbered events, deliveries and attempts after so many days. The histories of intents stay. */
export async function dropPartitions(
  { clock, outgoingEvents, stores }: Pick<Ports, 'clock' | 'outgoingEvents' | 'stores'>,
  keptDays: number,
): Promise<void> {
  const beforeMs = clock.nowMs() - keptDays * DAY_MS;
  await outgoingEvents.deleteRelayed(beforeMs);
  await stores.dropEvents(beforeMs);
  await stores.deleteTraces(clock.nowMs() - LIMITS.eventTracesKeptMs);
}
