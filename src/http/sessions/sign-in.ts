import { LIMITS } from '../../domain/limits.ts';
import { signIn as signInUseCase } from '../../usecases/sessions/sign-in.ts';
import { defineRoute } from '../server/route.ts';
import { exampleSignIn } from './examples.ts';
import { answerNewSession, clientOf } from './present-session.ts';
import { deviceCookie, readCookie, requireCookie } from './session-cookie.ts';
import { SignedInSchema, SignInBody } from './session-schema.ts';
import { siteOf } from './site-of.ts';

export const signIn = defineRoute({
  id: 'session.sign_in',
  method: 'POST',
  path: '/dashboard/api/sign_in',
  tag: 'Session',
  summary: 'Sign in',
  description:
    `After ${LIMITS.failedSignInsPerMinute} failures within a minute, a client must wait before it tries the same email ` +
    `address again, and after ${LIMITS.failedSignInsPerMinuteOfClient} before it tries any. Clients that never signed in to ` +
    `an account share a delay after ${LIMITS.failedSignInsFree} failures: it grows with each more, up to a minute. A user ` +
    'with a second factor also needs a code or a passkey: `second_factor_required` says which. A wrong one is a failure.',
  access: 'visitor',
  body: { schema: SignInBody, examples: { sign_in: { summary: 'Email address and password', value: exampleSignIn } } },
  answers: { 200: { description: 'Returns the signed-in user.', schema: SignedInSchema } },
  errors: ['invalid_credentials', 'second_factor_required', 'second_factor_invalid', 'insecure_connection'],
}).handle(async (context, { body, headers, visit }) => {
  requireCookie(context.config.baseUrl);
  const { email, password, code, passkey, remember_device: trustsDevice = false } = body.value;
  const { baseUrl } = context.config;
  const { token, deviceToken } = await signInUseCase(context, {
    email,
    password,
    client: clientOf(visit),
    proof: { code, passkey },
    site: siteOf(baseUrl),
    deviceToken: readCookie(headers.cookie, deviceCookie(baseUrl).name),
    trustsDevice,
  });
  return answerNewSession(context, 200, token, deviceToken);
});
