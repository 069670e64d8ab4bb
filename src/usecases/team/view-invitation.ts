import { hash as digest } from 'node:crypto';
import { Problem } from '../../domain/errors.ts';
import { type Invitation, whyNotAcceptable } from '../../domain/team/invitation.ts';
import type { Ports } from '../../ports/ports.ts';

/** What the page of an invitation's link shows. Throws if the invitation cannot be accepted. */
export async function viewInvitation(
  ports: Pick<Ports, 'clock' | 'team'>,
  token: string,
): Promise<{ invitation: Invitation; merchantName: string }> {
  const found = await ports.team.findInvitation(digest('sha256', token, 'hex'));
  const reason = found
    ? whyNotAcceptable(found.invitation, ports.clock.nowMs())
    : 'This invitation does not exist. Open the complete link.';
  if (!found || reason !== undefined) throw new Problem('invitation_invalid', reason ?? '');
  return found;
}
