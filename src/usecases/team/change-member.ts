import { Problem } from '../../domain/errors.ts';
import type { InvitationId, UserId } from '../../domain/ids.ts';
import type { MemberRole } from '../../domain/team/roles.ts';
import type { Ports } from '../../ports/ports.ts';
import type { MemberChange } from '../../ports/team.ts';
import type { SignedIn } from '../sessions/authenticate-session.ts';

/**
 * Gives a member another role, or removes the member if there is none. Both count from the next request on. Open invitations
 * of a member who may no longer invite are revoked: one to another address of the member would give the old role back.
 */
export async function changeMember(
  { clock, team }: Pick<Ports, 'clock' | 'team'>,
  { user, merchant }: SignedIn,
  input: { userId: UserId | undefined; role: MemberRole | undefined; address: string },
): Promise<void> {
  const { userId, role, address } = input;
  const entry = { actor: user.id, merchantId: merchant.id, atMs: clock.nowMs() };
  const audit = {
    ...entry,
    action: role === undefined ? 'member.removed' : 'member.role_changed',
    subject: userId ?? '',
    details: { role, address },
  };
  const auditOfRevoked = (id: InvitationId) => ({
    ...entry,
    action: 'invitation.revoked',
    subject: id,
    details: { address },
  });
  const change = (id: UserId): Promise<MemberChange> =>
    role === undefined
      ? team.remove(merchant.id, id, audit, auditOfRevoked)
      : team.changeRole(merchant.id, id, role, audit, auditOfRevoked);
  const result = userId === undefined ? 'unknown' : await change(userId);
  if (result === 'unknown') throw new Problem('not_found', 'The team has no member with this ID.');
  if (result === 'last_owner') {
    throw new Problem('invalid_state', 'This is the last owner. Make somebody else an owner first.');
  }
}
