import type { Static } from 'typebox';
import { signIn as signInUseCase } from '../../usecases/sessions/sign-in.ts';
import type { Route } from '../server/route.ts';
import { answerNewSession, clientOf } from './present-session.ts';
import { demandCookie } from './session-cookie.ts';
import { SignedInSchema, SignInBody } from './session-schema.ts';

const example = { email: 'ada@example.com', password: 'correct horse battery' };

export const signIn: Route = {
  id: 'session.sign_in',
  method: 'POST',
  path: '/dashboard/api/sign_in',
  tag: 'Session',
  summary: 'Sign in',
  description: 'Ten failures within a minute, per e-mail address or per client address, make the next one wait.',
  access: 'visitor',
  body: { schema: SignInBody, examples: { sign_in: { summary: 'E-mail address and password', value: example } } },
  answers: { 200: { description: 'Signed in.', schema: SignedInSchema } },
  errors: ['invalid_credentials', 'insecure_connection'],
  async handle(context, { body, visit }) {
    demandCookie(context.config.baseUrl);
    const { email, password } = body.value as Static<typeof SignInBody>;
    const { token } = await signInUseCase(context, { email, password, client: clientOf(visit) });
    return answerNewSession(context, 200, token);
  },
};
