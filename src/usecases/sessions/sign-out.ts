import type { Ports } from '../../ports.ts';
import type { SignedIn } from './authenticate-session.ts';

export async function signOut(ports: Pick<Ports, 'control'>, { session, user }: SignedIn): Promise<void> {
  await ports.control.endSession(user.id, session.id);
}
