import { signUp as signUpUseCase } from '../../usecases/sessions/sign-up.ts';
import { clientNetwork } from '../server/client-network.ts';
import { defineRoute } from '../server/route.ts';
import { exampleSignUp } from './examples.ts';
import { requireCookie } from './session-cookie.ts';
import { SignedUpSchema, SignUpBody } from './session-schema.ts';

const NEXT = 'Sign in with this email address and password.';

export const signUp = defineRoute({
  id: 'session.sign_up',
  method: 'POST',
  path: '/dashboard/api/sign_up',
  tag: 'Session',
  summary: 'Sign up',
  description:
    'Creates an account, if the operator has set FLORIN_SIGNUP=open. The response is the same if the email address already ' +
    'has an account, which then stays as it is. Sign in afterwards: if that fails, the email address has another password.',
  access: 'visitor',
  body: { schema: SignUpBody, examples: { sign_up: { summary: 'A new account', value: exampleSignUp } } },
  answers: {
    202: { description: 'Says to sign in, whether or not there was an account.', schema: SignedUpSchema },
  },
  errors: ['signup_closed', 'insecure_connection'],
}).handle(async (context, { body, visit }) => {
  requireCookie(context.config.baseUrl);
  const { business_name: businessName, email, password } = body.value;
  const open = context.config.signup === 'open';
  const { address } = visit;
  await signUpUseCase(context, { open, businessName, email, password, client: clientNetwork(address), address });
  return { status: 202, body: { detail: NEXT } };
});
