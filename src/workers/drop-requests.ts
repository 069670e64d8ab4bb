import type { Clock } from '../ports/clock.ts';
import type { Stores } from '../ports/stores.ts';

/** A day that is in use stays until the next round. */
export const DROP_REQUESTS_PAUSE_MS = 60_000;

const DAY_MS = 86_400_000;

/** Drops what is older than the operator keeps of the request log, by whole days. */
export function dropRequests({ clock, stores }: { clock: Clock; stores: Stores }, keptDays: number): Promise<void> {
  return stores.dropRequests(clock.nowMs() - keptDays * DAY_MS);
}
