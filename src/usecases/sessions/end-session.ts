import { Problem } from '../../domain/errors.ts';
import type { SessionId } from '../../domain/ids.ts';
import type { Ports } from '../../ports/ports.ts';
import type { SignedIn } from './authenticate-session.ts';

/** Signs out one of the user's devices immediately. */
export async function endSession(
  ports: Pick<Ports, 'sessions'>,
  { user }: SignedIn,
  id: SessionId | undefined,
): Promise<void> {
  const ended = id !== undefined && (await ports.sessions.end(user.id, id));
  if (!ended) throw new Problem('not_found', 'You have no session with this ID.');
}
