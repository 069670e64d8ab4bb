import { Problem } from '../../domain/errors.ts';
import type { SessionId } from '../../domain/ids.ts';
import type { Ports } from '../../ports/ports.ts';
import type { SignedIn } from './authenticate-session.ts';

/** Signs out one of the user's devices immediately. */
export async function endSession(
  { clock, sessions }: Pick<Ports, 'clock' | 'sessions'>,
  { user, merchant }: SignedIn,
  { id, address }: { id: SessionId | undefined; address: string },
): Promise<void> {
  const audit = { actor: user.id, action: 'user.session_ended', merchantId: merchant.id, details: { address } };
  const ended = id !== undefined && (await sessions.end(user.id, id, { ...audit, subject: id, atMs: clock.nowMs() }));
  if (!ended) throw new Problem('not_found', 'You have no session with this ID.');
}
