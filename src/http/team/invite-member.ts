import { LIMITS } from '../../domain/limits.ts';
import { inviteMember as inviteMemberUseCase } from '../../usecases/team/invite-member.ts';
import { defineRoute } from '../server/route.ts';
import { confirmSession } from '../sessions/confirm-session.ts';
import { exampleInvite } from './examples.ts';
import { presentInvitation } from './present-team.ts';
import { InviteBody, NewInvitationSchema } from './team-schema.ts';

export const inviteMember = defineRoute({
  id: 'invitations.create',
  method: 'POST',
  path: '/dashboard/api/team/invitations',
  tag: 'Team',
  summary: 'Invite a member',
  description:
    `Makes a link that works once, within ${LIMITS.invitationMs / 86_400_000} days. A new invitation to the same address ` +
    `replaces the open one. A team has at most ${LIMITS.teamMembersMax} members and open invitations. Where the ` +
    `server sends emails, the link is emailed, too, up to ${LIMITS.invitationMailsPerHour} times an hour, and ` +
    `${LIMITS.invitationMailsPerHourToAddress} times to one address. Wrong passwords are counted per session.`,
  access: 'session',
  permission: 'team:write',
  rateLimit: 'create',
  body: { schema: InviteBody, examples: { developer: { summary: 'Invite a developer', value: exampleInvite } } },
  answers: {
    201: { description: 'Returns the invitation. Its link is shown only once.', schema: NewInvitationSchema },
  },
  errors: ['invalid_credentials', 'second_factor_required', 'email_taken', 'invalid_state'],
}).handle(async (context, { signedIn, visit, body }) => {
  const { email, role, password } = body.value;
  await confirmSession(context, signedIn, password, 'Enter your password to invite somebody.');
  const { baseUrl } = context.config;
  const input = { email, role, baseUrl, address: visit.address };
  const { invitation, url, isMailed } = await inviteMemberUseCase(context, signedIn, input);
  return { status: 201, body: { ...presentInvitation(invitation), url, mailed: isMailed } };
});
