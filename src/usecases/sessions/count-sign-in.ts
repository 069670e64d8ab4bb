import { hash as digest } from 'node:crypto';
import { Problem } from '../../domain/errors.ts';
import { makeId, uuidOf } from '../../domain/ids.ts';
import { LIMITS } from '../../domain/limits.ts';
import type { Ports } from '../../ports/ports.ts';

/** Counts an attempt per email address and per client address across all processes, and throws above the limit. */
export async function countSignIn(
  ports: Pick<Ports, 'clock' | 'random' | 'signInAttempts'>,
  by: { email?: string; address: string },
): Promise<{ forgive(): Promise<void> }> {
  const atMs = ports.clock.nowMs();
  const id = uuidOf(makeId('try', atMs, ports.random.bytes(10)));
  const names = [`address ${by.address}`];
  // The text may not be an email address, and may even be a password, so only its hash is stored.
  if (by.email !== undefined) names.push(`email ${digest('sha256', by.email.trim().toLowerCase(), 'hex')}`);
  const waitMs = await ports.signInAttempts.count({ id, names, atMs });
  if (waitMs > 0) {
    throw new Problem(
      'rate_limited',
      `Too many failed sign-ins (${LIMITS.failedSignInsPerMinute} in a minute). Wait a moment and try again.`,
      { headers: { 'retry-after': String(Math.ceil(waitMs / 1_000)) } },
    );
  }
  return { forgive: () => ports.signInAttempts.forgive(id) };
}
