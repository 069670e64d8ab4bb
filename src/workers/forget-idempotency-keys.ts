import { LIMITS } from '../domain/limits.ts';
import type { Clock, Stores } from '../ports.ts';

export const FORGET_IDEMPOTENCY_KEYS_PAUSE_MS = 60_000;

const ROUNDS_MAX = 200;

/** Removes idempotency keys past their seven days, some at a time, until none is left. */
export async function forgetIdempotencyKeys(ports: { clock: Clock; stores: Stores }): Promise<void> {
  const beforeMs = ports.clock.nowMs() - LIMITS.idempotencyKeyKeptMs;
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    if ((await ports.stores.forgetIdempotencyKeys(beforeMs)) === 0) return;
  }
}
