import type { MemberRole } from '../../src/domain/team/roles.ts';
import { authenticateSession, type SignedIn } from '../../src/usecases/sessions/authenticate-session.ts';
import { acceptInvitation } from '../../src/usecases/team/accept-invitation.ts';
import { inviteMember } from '../../src/usecases/team/invite-member.ts';
import { PASSWORD, type Shop } from './open-shop.ts';
import { signInTo } from './sign-in-to.ts';

export const CLIENT = { address: '203.0.113.7', network: '203.0.113.7', userAgent: '', session: undefined };

/** Invites somebody to a shop, and returns the token of the link. */
export async function inviteTo(shop: Shop, email: string, role: MemberRole = 'support'): Promise<string> {
  const owner = await signInTo(shop);
  const input = { email, role, baseUrl: 'https://pay.example', address: '::1' };
  const { url } = await inviteMember(shop.ports, owner, input);
  return url.split('#')[1] ?? '';
}

/** Somebody who accepted an invitation, signed in. */
export async function joinTeam(shop: Shop, email: string, role: MemberRole): Promise<SignedIn> {
  const invitation = await inviteTo(shop, email, role);
  const { token } = await acceptInvitation(shop.ports, { token: invitation, password: PASSWORD, client: CLIENT });
  const signedIn = await authenticateSession(shop.ports, token);
  if (!signedIn) throw new Error('the session was not found');
  return signedIn;
}
