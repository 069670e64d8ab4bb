import { hash as digest } from 'node:crypto';
import { Problem } from '../../domain/errors.ts';
import { makeId, uuidOf } from '../../domain/ids.ts';
import { LIMITS } from '../../domain/limits.ts';
import type { Ports } from '../../ports/ports.ts';

/** Counts an attempt per e-mail address and per client address, in all processes together; refuses the eleventh. */
export async function countSignIn(
  ports: Pick<Ports, 'clock' | 'random' | 'signInAttempts'>,
  by: { email?: string; address: string },
): Promise<{ forgive(): Promise<void> }> {
  const atMs = ports.clock.nowMs();
  const id = uuidOf(makeId('try', atMs, ports.random.bytes(10)));
  const names = [`address ${by.address}`];
  // What somebody types here need not be an address, and may be a password: only its hash is written down.
  if (by.email !== undefined) names.push(`email ${digest('sha256', by.email.trim().toLowerCase(), 'hex')}`);
  const waitMs = await ports.signInAttempts.count({ id, names, atMs });
  if (waitMs > 0) {
    throw new Problem(
      'rate_limited',
      `Signing in failed ${LIMITS.failedSignInsPerMinute} times within a minute. Wait a moment.`,
      { headers: { 'retry-after': String(Math.ceil(waitMs / 1_000)) } },
    );
  }
  return { forgive: () => ports.signInAttempts.forgive(id) };
}
