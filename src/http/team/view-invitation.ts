import { viewInvitation as viewInvitationUseCase } from '../../usecases/team/view-invitation.ts';
import { defineRoute } from '../server/route.ts';
import { exampleToken } from './examples.ts';
import { ViewedInvitationSchema, ViewInvitationBody } from './team-schema.ts';

export const viewInvitation = defineRoute({
  id: 'invitations.view',
  method: 'POST',
  path: '/dashboard/api/invitation',
  tag: 'Team',
  summary: 'Look at an invitation',
  description: 'Needs no session, but the token of the link. A POST, so that the token is in no log of URLs.',
  access: 'visitor',
  body: { schema: ViewInvitationBody, examples: { view: { summary: 'The token of the link', value: exampleToken } } },
  answers: { 200: { description: 'Returns who is invited, and to which team.', schema: ViewedInvitationSchema } },
  errors: ['invitation_invalid'],
}).handle(async (context, { body }) => {
  const { invitation, merchantName } = await viewInvitationUseCase(context, body.value.token);
  return { status: 200, body: { email: invitation.email, role: invitation.role, merchant_name: merchantName } };
});
