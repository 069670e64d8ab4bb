import { hash as digest } from 'node:crypto';
import { Problem } from '../../domain/errors.ts';
import { makeId } from '../../domain/ids.ts';
import { LIMITS } from '../../domain/limits.ts';
import type { Merchant } from '../../domain/merchants/merchant.ts';
import { ATTEMPT_LIMITS } from '../../domain/sessions/attempt-limit.ts';
import type { Invitation } from '../../domain/team/invitation.ts';
import type { MemberRole } from '../../domain/team/roles.ts';
import type { Ports } from '../../ports/ports.ts';
import { draftMails } from '../mails/draft-mails.ts';
import { checkEmail } from '../merchants/create-merchant.ts';
import { accountName } from '../sessions/account-name.ts';
import type { SignedIn } from '../sessions/authenticate-session.ts';
import { countAttempt } from '../sessions/count-attempt.ts';

/**
 * Invites somebody to the team. The token exists only in the returned link; the database stores its hash. A new invitation
 * to the same address replaces the open one.
 */
export async function inviteMember(
  ports: Pick<Ports, 'clock' | 'mailer' | 'random' | 'signInAttempts' | 'team' | 'vault'>,
  { user, merchant }: SignedIn,
  input: { email: string; role: MemberRole; baseUrl: string; address: string },
): Promise<{ invitation: Invitation; url: string; isMailed: boolean }> {
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
  // Browsers do not send the part after the #, so the token is in no proxy's log.
  const url = `${input.baseUrl}/dashboard/invitation#${token}`;
  const { email: to, role, expiresAtMs } = invitation;
  const content = { to, merchantName: merchant.name, role, invitedBy: user.email, url, expiresAtMs };
  const mails = (await mayMail(ports, merchant, to)) ? draftMails(ports, merchant.id, 'invitation', [content]) : [];
  const result = await ports.team.invite(invitation, {
    actor: user.id,
    action: 'member.invited',
    merchantId: merchant.id,
    subject: invitation.id,
    details: { email: invitation.email, role: invitation.role, address: input.address },
    atMs: nowMs,
    mails,
  });
  if (result === 'member') throw new Problem('email_taken', `${invitation.email} is already a member of this team.`);
  if (result === 'full') {
    throw new Problem(
      'invalid_state',
      `A team has at most ${LIMITS.teamMembersMax} members and invitations. Remove one first.`,
    );
  }
  return { invitation, url, isMailed: mails.length > 0 };
}

/**
 * Strangers must not get many emails because of one account, nor one of them because of many. Above the limits, the link has to be
 * handed over in another way.
 */
async function mayMail(
  ports: Pick<Ports, 'clock' | 'mailer' | 'random' | 'signInAttempts'>,
  { id }: Pick<Merchant, 'id'>,
  to: string,
): Promise<boolean> {
  if (!ports.mailer) return false;
  const counters = [
    { name: `invitation_mail ${id}`, limit: ATTEMPT_LIMITS.invitation_mail },
    { name: `invitation_to ${accountName(to)}`, limit: ATTEMPT_LIMITS.invitation_to },
  ];
  return countAttempt(ports, counters).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Problem && error.code === 'rate_limited') return false;
      throw error;
    },
  );
}
