import { changeMember } from '../../usecases/team/change-member.ts';
import { defineRoute } from '../server/route.ts';

export const removeMember = defineRoute({
  id: 'members.remove',
  method: 'DELETE',
  path: '/dashboard/api/team/members/{user_id}',
  tag: 'Team',
  summary: 'Remove a member',
  description:
    'Signs the member out everywhere, deletes the account and revokes the open invitations that the member made. The last ' +
    'owner cannot be removed.',
  access: 'session',
  permission: 'team:write',
  rateLimit: 'create',
  answers: { 204: { description: 'The member is removed.' } },
  errors: ['invalid_state'],
}).handle(async (context, { signedIn, visit, params }) => {
  await changeMember(context, signedIn, { userId: params.user_id, role: undefined, address: visit.address });
  return { status: 204 };
});
