import { Problem } from '../../domain/errors.ts';
import { makeId, uuidOf } from '../../domain/ids.ts';
import type { Ports } from '../../ports/ports.ts';
import type { AttemptCounter } from '../../ports/sign-in-attempts.ts';

interface Attempt {
  /** It was no failure, so it does not count. */
  forgive(): Promise<void>;
}

/** Counts an attempt under each name across all processes, and throws if one of them has to wait. */
export async function countAttempt(
  ports: Pick<Ports, 'clock' | 'random' | 'signInAttempts'>,
  counters: readonly AttemptCounter[],
): Promise<Attempt> {
  const atMs = ports.clock.nowMs();
  const id = uuidOf(makeId('try', atMs, ports.random.bytes(10)));
  const waitMs = await ports.signInAttempts.count({ id, counters, atMs });
  if (waitMs > 0) {
    throw new Problem('rate_limited', 'Too many attempts. Wait a moment and try again.', {
      headers: { 'retry-after': String(Math.ceil(waitMs / 1_000)) },
    });
  }
  return { forgive: () => ports.signInAttempts.forgive(id) };
}
