import { setTimeout as pause } from 'node:timers/promises';
import { type Member, membershipKey } from './become-member.ts';

/** A member that was just killed may hold its lock until its server process notices. */
const attempts = 3;
const betweenMs = 40;

/**
 * Releases the shared lock, then tries to take the exclusive lock. Success means that this was the last member and that
 * nobody can join while the connection lasts. Everyone releases before trying, so if several members leave at once, at
 * least the last one to release succeeds.
 */
export async function releaseMembership({ client }: Member): Promise<boolean> {
  await client.query(`SELECT pg_advisory_unlock_shared(${membershipKey})`);
  for (let attempt = 1; ; attempt += 1) {
    const { rows } = await client.query<{ last: boolean }>(`SELECT pg_try_advisory_lock(${membershipKey}) AS last`);
    if (rows[0]?.last) return true;
    if (attempt === attempts) return false;
    await pause(betweenMs);
  }
}
