import { hash as digest } from 'node:crypto';
import type { Ports } from '../../ports/ports.ts';

/** A new link for the first account, in place of the one before; undefined where there is an account already. */
export async function offerSetUpLink(
  ports: Pick<Ports, 'clock' | 'random' | 'users'>,
  baseUrl: string,
): Promise<string | undefined> {
  const token = Buffer.from(ports.random.bytes(32)).toString('base64url');
  const offered = await ports.users.offerSetUpLink(digest('sha256', token, 'hex'), ports.clock.nowMs());
  // Behind the #, which browsers keep to themselves, so that it stands in no log of a proxy.
  return offered ? `${baseUrl}/dashboard/setup#${token}` : undefined;
}
