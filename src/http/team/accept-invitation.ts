import { acceptInvitation as acceptInvitationUseCase } from '../../usecases/team/accept-invitation.ts';
import { defineRoute } from '../server/route.ts';
import { answerNewSession, clientOf } from '../sessions/present-session.ts';
import { requireCookie } from '../sessions/session-cookie.ts';
import { SignedInSchema } from '../sessions/session-schema.ts';
import { exampleAccept } from './examples.ts';
import { AcceptInvitationBody } from './team-schema.ts';

export const acceptInvitation = defineRoute({
  id: 'invitations.accept',
  method: 'POST',
  path: '/dashboard/api/invitation/accept',
  tag: 'Team',
  summary: 'Accept an invitation',
  description: 'Creates the member’s account with this password, and signs in. An invitation works once.',
  access: 'visitor',
  body: { schema: AcceptInvitationBody, examples: { accept: { summary: 'Set a password', value: exampleAccept } } },
  answers: { 201: { description: 'Returns the signed-in user of the new account.', schema: SignedInSchema } },
  errors: ['invitation_invalid', 'insecure_connection', 'email_taken'],
}).handle(async (context, { body, visit }) => {
  requireCookie(context.config.baseUrl);
  const { token } = await acceptInvitationUseCase(context, { ...body.value, client: clientOf(visit) });
  return answerNewSession(context, 201, token);
});
