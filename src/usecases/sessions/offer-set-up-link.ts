import { hash as digest } from 'node:crypto';
import type { Ports } from '../../ports/ports.ts';

/** A new link for the first account, which replaces the previous one; undefined if an account exists. */
export async function offerSetUpLink(
  ports: Pick<Ports, 'clock' | 'random' | 'users'>,
  baseUrl: string,
): Promise<string | undefined> {
  const token = Buffer.from(ports.random.bytes(32)).toString('base64url');
  const offered = await ports.users.offerSetUpLink(digest('sha256', token, 'hex'), ports.clock.nowMs());
  // Browsers do not send the part after the #, so the token is in no proxy's log.
  return offered ? `${baseUrl}/dashboard/setup#${token}` : undefined;
}
