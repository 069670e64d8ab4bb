import { Problem } from '../../domain/errors.ts';
import { changeMember } from '../../usecases/team/change-member.ts';
import { defineRoute } from '../server/route.ts';
import { confirmSession } from '../sessions/confirm-session.ts';
import { exampleRole } from './examples.ts';
import { presentMember } from './present-team.ts';
import { ChangeMemberBody, MemberSchema } from './team-schema.ts';

export const changeRole = defineRoute({
  id: 'members.change_role',
  method: 'PATCH',
  path: '/dashboard/api/team/members/{user_id}',
  tag: 'Team',
  summary: 'Change the role of a member',
  description:
    'The new role counts from the member’s next request on. The open invitations of an owner who gets another role are ' +
    'revoked. The last owner keeps the role. Wrong passwords are counted per session.',
  access: 'session',
  permission: 'team:write',
  rateLimit: 'create',
  body: { schema: ChangeMemberBody, examples: { support: { summary: 'Make a member support', value: exampleRole } } },
  answers: { 200: { description: 'Returns the member.', schema: MemberSchema } },
  errors: ['invalid_credentials', 'second_factor_required', 'invalid_state'],
}).handle(async (context, { signedIn, visit, params, body }) => {
  const { role, password } = body.value;
  await confirmSession(context, signedIn, password, 'Enter your password to change a role.');
  await changeMember(context, signedIn, { userId: params.user_id, role, address: visit.address });
  const members = await context.team.listMembers(signedIn.merchant.id);
  const member = members.find(({ userId }) => userId === params.user_id);
  if (!member) throw new Problem('not_found', 'The member was removed meanwhile.');
  return { status: 200, body: presentMember(member, signedIn) };
});
