import { LIMITS } from '../domain/limits.ts';
import type { Clock } from '../ports/clock.ts';
import type { Stores } from '../ports/stores.ts';

export const DELETE_IDEMPOTENCY_KEYS_PAUSE_MS = 60_000;

const ROUNDS_MAX = 1_000;

/** Deletes expired idempotency keys in small steps until none is left. */
export async function deleteIdempotencyKeys(ports: { clock: Clock; stores: Stores }): Promise<void> {
  const beforeMs = ports.clock.nowMs() - LIMITS.idempotencyKeyKeptMs;
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    if ((await ports.stores.deleteIdempotencyKeys(beforeMs)) === 0) return;
  }
}
