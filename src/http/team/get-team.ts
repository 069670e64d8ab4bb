import { defineRoute } from '../server/route.ts';
import { presentInvitation, presentMember } from './present-team.ts';
import { TeamSchema } from './team-schema.ts';

export const getTeam = defineRoute({
  id: 'team.get',
  method: 'GET',
  path: '/dashboard/api/team',
  tag: 'Team',
  summary: 'Retrieve the team',
  access: 'session',
  permission: 'team:read',
  rateLimit: 'read',
  answers: { 200: { description: 'Returns all members and open invitations.', schema: TeamSchema } },
}).handle(async ({ clock, team }, { signedIn }) => {
  const { id } = signedIn.merchant;
  const [members, invitations] = await Promise.all([team.listMembers(id), team.listInvitations(id, clock.nowMs())]);
  return {
    status: 200,
    body: {
      members: members.map((member) => presentMember(member, signedIn)),
      invitations: invitations.map(presentInvitation),
    },
  };
});
