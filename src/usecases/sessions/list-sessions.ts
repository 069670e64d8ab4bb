import type { Ports } from '../../ports/ports.ts';
import type { Session } from '../../ports/sessions.ts';
import type { SignedIn } from './authenticate-session.ts';

/** Where the user is signed in, the device seen last first. */
export function listSessions(ports: Pick<Ports, 'clock' | 'sessions'>, { user }: SignedIn): Promise<Session[]> {
  return ports.sessions.list(user.id, ports.clock.nowMs());
}
