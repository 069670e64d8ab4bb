import type { Ports } from '../../ports.ts';
import type { Session } from '../../session-ports.ts';
import type { SignedIn } from './authenticate-session.ts';

/** Where the user is signed in, the device seen last first. */
export function listSessions(ports: Pick<Ports, 'clock' | 'control'>, { user }: SignedIn): Promise<Session[]> {
  return ports.control.listSessions(user.id, ports.clock.nowMs());
}
