import { acceptInvitation } from './accept-invitation.ts';
import { changeRole } from './change-role.ts';
import { getTeam } from './get-team.ts';
import { inviteMember } from './invite-member.ts';
import { listRoles } from './list-roles.ts';
import { removeMember } from './remove-member.ts';
import { revokeInvitation } from './revoke-invitation.ts';
import { viewInvitation } from './view-invitation.ts';

export const teamRoutes = [
  getTeam,
  changeRole,
  removeMember,
  inviteMember,
  revokeInvitation,
  viewInvitation,
  acceptInvitation,
  listRoles,
];
