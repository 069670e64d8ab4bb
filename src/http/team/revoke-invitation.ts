import { revokeInvitation as revokeInvitationUseCase } from '../../usecases/team/revoke-invitation.ts';
import { defineRoute } from '../server/route.ts';

export const revokeInvitation = defineRoute({
  id: 'invitations.revoke',
  method: 'DELETE',
  path: '/dashboard/api/team/invitations/{invitation_id}',
  tag: 'Team',
  summary: 'Revoke an invitation',
  access: 'session',
  permission: 'team:write',
  rateLimit: 'create',
  answers: { 204: { description: 'The link no longer works.' } },
}).handle(async (context, { signedIn, visit, params }) => {
  await revokeInvitationUseCase(context, signedIn, { id: params.invitation_id, address: visit.address });
  return { status: 204 };
});
