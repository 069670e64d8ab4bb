import { createHmac, hash as digest, timingSafeEqual } from 'node:crypto';
import { LIMITS } from '../../domain/limits.ts';
import type { Merchant } from '../../domain/merchants/merchant.ts';
import type { MemberRole } from '../../domain/team/roles.ts';
import type { Ports } from '../../ports/ports.ts';
import type { Session, SessionUser } from '../../ports/sessions.ts';

/** Who is signed in, and for whom. */
export interface SignedIn {
  session: Session;
  user: SessionUser;
  merchant: Merchant;
  role: MemberRole;
  csrfToken: string;
  /** Whether the session was just extended, so that the cookie must be too. */
  renewed: boolean;
}

/**
 * Looks the session up on every request, so that every process rejects an ended session at once. Using a session extends
 * it, at most once a minute.
 */
export async function authenticateSession(
  ports: Pick<Ports, 'clock' | 'sessions'>,
  token: string,
): Promise<SignedIn | undefined> {
  if (!/^[\w-]{43}$/.test(token)) return undefined;
  const nowMs = ports.clock.nowMs();
  const found = await ports.sessions.findByHash(digest('sha256', token, 'hex'), nowMs);
  if (!found) return undefined;
  const renewed = nowMs - found.session.lastSeenAtMs >= LIMITS.sessionSeenEveryMs;
  if (renewed) await ports.sessions.renew(found.session.id, nowMs, nowMs + LIMITS.sessionMs);
  return { ...found, csrfToken: csrfTokenOf(token), renewed };
}

/** Derived from the session token, which only the cookie holds, so another site cannot compute it. */
const csrfTokenOf = (token: string): string => createHmac('sha256', token).update('csrf').digest('base64url');

export function isCsrfToken(signedIn: SignedIn, text: unknown): boolean {
  const [wanted, given] = [Buffer.from(signedIn.csrfToken), Buffer.from(typeof text === 'string' ? text : '')];
  return wanted.length === given.length && timingSafeEqual(wanted, given);
}
