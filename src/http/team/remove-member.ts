import { changeMember } from '../../usecases/team/change-member.ts';
import { defineRoute } from '../server/route.ts';
import { confirmSession } from '../sessions/confirm-session.ts';
import { RemoveMemberBody } from './team-schema.ts';

export const removeMember = defineRoute({
  id: 'members.remove',
  method: 'DELETE',
  path: '/dashboard/api/team/members/{user_id}',
  tag: 'Team',
  summary: 'Remove a member',
  description:
    'Signs the member out everywhere, deletes the account and revokes the open invitations that the member made. The last ' +
    'owner cannot be removed. Requires the password. Wrong passwords are counted per session.',
  access: 'session',
  permission: 'team:write',
  rateLimit: 'create',
  body: {
    schema: RemoveMemberBody,
    examples: { password: { summary: 'With your password', value: { password: 'correct horse battery' } } },
  },
  answers: { 204: { description: 'The member is removed.' } },
  errors: ['invalid_credentials', 'second_factor_required', 'invalid_state'],
}).handle(async (context, { signedIn, visit, params, body }) => {
  await confirmSession(context, signedIn, body.value.password, 'Enter your password to remove a member.');
  await changeMember(context, signedIn, { userId: params.user_id, role: undefined, address: visit.address });
  return { status: 204 };
});
