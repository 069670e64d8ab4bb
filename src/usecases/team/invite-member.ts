import { hash as digest } from 'node:crypto';
import { Problem } from '../../domain/errors.ts';
import { makeId } from '../../domain/ids.ts';
import { LIMITS } from '../../domain/limits.ts';
import type { Invitation } from '../../domain/team/invitation.ts';
import type { MemberRole } from '../../domain/team/roles.ts';
import type { Ports } from '../../ports/ports.ts';
import { checkEmail } from '../merchants/create-merchant.ts';
import type { SignedIn } from '../sessions/authenticate-session.ts';

/**
 * Invites somebody to the team. The token exists only in the returned link; the database stores its hash. A new invitation
 * to the same address replaces the open one.
 */
export async function inviteMember(
  ports: Pick<Ports, 'clock' | 'random' | 'team'>,
  { user, merchant }: SignedIn,
  input: { email: string; role: MemberRole; baseUrl: string; address: string },
): Promise<{ invitation: Invitation; url: string }> {
  const nowMs = ports.clock.nowMs();
  const token = Buffer.from(ports.random.bytes(32)).toString('base64url');
  const invitation: Invitation = {
    id: makeId('inv', nowMs, ports.random.bytes(10)),
    merchantId: merchant.id,
    email: checkEmail(input.email),
    role: input.role,
    tokenHash: digest('sha256', token, 'hex'),
    invitedBy: user.id,
    createdAtMs: nowMs,
    expiresAtMs: nowMs + LIMITS.invitationMs,
    acceptedAtMs: undefined,
    revokedAtMs: undefined,
  };
  const result = await ports.team.invite(invitation, {
    actor: user.id,
    action: 'member.invited',
    merchantId: merchant.id,
    subject: invitation.id,
    details: { email: invitation.email, role: invitation.role, address: input.address },
    atMs: nowMs,
  });
  if (result === 'member') throw new Problem('email_taken', `${invitation.email} is already a member of this team.`);
  if (result === 'full') {
    throw new Problem(
      'invalid_state',
      `A team has at most ${LIMITS.teamMembersMax} members and invitations. Remove one first.`,
    );
  }
  // Browsers do not send the part after the #, so the token is in no proxy's log.
  return { invitation, url: `${input.baseUrl}/dashboard/invitation#${token}` };
}
