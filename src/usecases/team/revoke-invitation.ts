import { Problem } from '../../domain/errors.ts';
import type { InvitationId } from '../../domain/ids.ts';
import type { Ports } from '../../ports/ports.ts';
import type { SignedIn } from '../sessions/authenticate-session.ts';

export async function revokeInvitation(
  { clock, team }: Pick<Ports, 'clock' | 'team'>,
  { user, merchant }: SignedIn,
  { id, address }: { id: InvitationId | undefined; address: string },
): Promise<void> {
  const audit = { actor: user.id, action: 'invitation.revoked', merchantId: merchant.id, details: { address } };
  const revoked =
    id !== undefined && (await team.revokeInvitation(merchant.id, id, { ...audit, subject: id, atMs: clock.nowMs() }));
  if (!revoked) throw new Problem('not_found', 'There is no open invitation with this ID.');
}
