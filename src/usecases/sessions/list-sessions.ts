import type { Ports } from '../../ports/ports.ts';
import type { Session } from '../../ports/sessions.ts';
import type { SignedIn } from './authenticate-session.ts';

/** The user's sessions, most recently used first. */
export function listSessions(ports: Pick<Ports, 'clock' | 'sessions'>, { user }: SignedIn): Promise<Session[]> {
  return ports.sessions.list(user.id, ports.clock.nowMs());
}
