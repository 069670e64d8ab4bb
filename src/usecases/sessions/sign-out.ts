import type { Ports } from '../../ports/ports.ts';
import type { SignedIn } from './authenticate-session.ts';

export async function signOut(
  { clock, sessions }: Pick<Ports, 'clock' | 'sessions'>,
  { session, user, merchant }: SignedIn,
  address: string,
): Promise<void> {
  const audit = { actor: user.id, action: 'user.signed_out', merchantId: merchant.id, subject: session.id };
  await sessions.end(user.id, session.id, { ...audit, details: { address }, atMs: clock.nowMs() });
}
