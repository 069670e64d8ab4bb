import { Problem } from '../../domain/errors.ts';
import type { UserId } from '../../domain/ids.ts';
import type { MemberRole } from '../../domain/team/roles.ts';
import type { Ports } from '../../ports/ports.ts';
import type { MemberChange } from '../../ports/team.ts';
import type { SignedIn } from '../sessions/authenticate-session.ts';

/** Gives a member another role, or removes the member if there is none. Both count from the next request on. */
export async function changeMember(
  { clock, team }: Pick<Ports, 'clock' | 'team'>,
  { user, merchant }: SignedIn,
  input: { userId: UserId | undefined; role: MemberRole | undefined; address: string },
): Promise<void> {
  const { userId, role, address } = input;
  const audit = {
    actor: user.id,
    action: role === undefined ? 'member.removed' : 'member.role_changed',
    merchantId: merchant.id,
    subject: userId ?? '',
    details: { role, address },
    atMs: clock.nowMs(),
  };
  const change = (id: UserId): Promise<MemberChange> =>
    role === undefined ? team.remove(merchant.id, id, audit) : team.changeRole(merchant.id, id, role, audit);
  const result = userId === undefined ? 'unknown' : await change(userId);
  if (result === 'unknown') throw new Problem('not_found', 'The team has no member with this ID.');
  if (result === 'last_owner') {
    throw new Problem('invalid_state', 'This is the last owner. Make somebody else an owner first.');
  }
}
