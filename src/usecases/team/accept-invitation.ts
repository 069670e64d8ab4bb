import { hash as digest } from 'node:crypto';
import { Problem } from '../../domain/errors.ts';
import { makeId } from '../../domain/ids.ts';
import type { Ports } from '../../ports/ports.ts';
import { checkPassword } from '../merchants/create-merchant.ts';
import { type Client, openSession } from '../sessions/open-session.ts';
import { viewInvitation } from './view-invitation.ts';

/** Creates the user of an invitation. It is checked before the password is hashed, and used up with the insert. */
export async function acceptInvitation(
  ports: Pick<Ports, 'clock' | 'random' | 'team' | 'passwords' | 'sessions' | 'signInAttempts'>,
  { token, password, client }: { token: string; password: string; client: Client },
): Promise<{ token: string }> {
  await viewInvitation(ports, token);
  checkPassword(password);
  const passwordHash = await ports.passwords.hash(password);
  const nowMs = ports.clock.nowMs();
  const id = makeId('usr', nowMs, ports.random.bytes(10));
  const accepted = await ports.team.accept(
    digest('sha256', token, 'hex'),
    { id, passwordHash, createdAtMs: nowMs },
    (invitation) => ({
      actor: id,
      action: 'member.joined',
      merchantId: invitation.merchantId,
      subject: invitation.id,
      details: { email: invitation.email, role: invitation.role, address: client.address },
      atMs: nowMs,
    }),
  );
  if (accepted === 'email_taken') {
    throw new Problem(
      'email_taken',
      'This email address already has an account. Ask for an invitation to another one.',
    );
  }
  if (accepted === 'invalid') {
    throw new Problem(
      'invitation_invalid',
      'This invitation has already been used, or it was revoked. Ask for a new one.',
    );
  }
  return openSession(ports, { user: { id, email: accepted.email }, merchantId: accepted.merchantId, client });
}
