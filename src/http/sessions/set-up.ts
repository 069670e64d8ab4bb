import { useSetUpLink } from '../../usecases/sessions/use-set-up-link.ts';
import { defineRoute } from '../server/route.ts';
import { exampleSetUp } from './examples.ts';
import { answerNewSession, clientOf } from './present-session.ts';
import { requireCookie } from './session-cookie.ts';
import { SetUpBody, SignedInSchema } from './session-schema.ts';

export const setUp = defineRoute({
  id: 'session.set_up',
  method: 'POST',
  path: '/dashboard/api/setup',
  tag: 'Session',
  summary: 'Create the first account',
  description: 'Needs the token of the setup link that the server printed when it started.',
  access: 'visitor',
  body: { schema: SetUpBody, examples: { set_up: { summary: 'The first account', value: exampleSetUp } } },
  answers: { 201: { description: 'Returns the signed-in user of the new account.', schema: SignedInSchema } },
  errors: ['setup_link_invalid', 'insecure_connection', 'email_taken'],
}).handle(async (context, { body, visit }) => {
  requireCookie(context.config.baseUrl);
  const { token: linkToken, business_name: businessName, email, password } = body.value;
  const client = clientOf(visit);
  const { token } = await useSetUpLink(context, { linkToken, businessName, email, password, client });
  return answerNewSession(context, 201, token);
});
