import type { Ports } from '../../ports/ports.ts';
import type { SignedIn } from './authenticate-session.ts';

export async function signOut(ports: Pick<Ports, 'sessions'>, { session, user }: SignedIn): Promise<void> {
  await ports.sessions.end(user.id, session.id);
}
