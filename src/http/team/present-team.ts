import type { Static } from 'typebox';
import type { Invitation } from '../../domain/team/invitation.ts';
import type { Member } from '../../ports/team.ts';
import type { SignedIn } from '../../usecases/sessions/authenticate-session.ts';
import type { InvitationSchema, MemberSchema } from './team-schema.ts';

export const presentMember = (member: Member, { user }: SignedIn): Static<typeof MemberSchema> => ({
  id: member.userId,
  email: member.email,
  role: member.role,
  joined_at: new Date(member.joinedAtMs).toISOString(),
  current: member.userId === user.id,
});

export const presentInvitation = (invitation: Invitation): Static<typeof InvitationSchema> => ({
  id: invitation.id,
  email: invitation.email,
  role: invitation.role,
  created_at: new Date(invitation.createdAtMs).toISOString(),
  expires_at: new Date(invitation.expiresAtMs).toISOString(),
});
