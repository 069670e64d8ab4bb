import { setTimeout as pause } from 'node:timers/promises';
import { type Member, membershipKey } from './become-member.ts';

/** A member that was killed a moment ago may hold its lock until its server process has noticed. */
const attempts = 3;
const betweenMs = 40;

/**
 * Gives up the shared lock, then tries for the exclusive one: true means that this was the last member, and that
 * nobody can become one as long as the connection lasts. Because everybody gives up before trying, of several
 * that leave at once at least the one that gave up last finds no shared lock in its way.
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
