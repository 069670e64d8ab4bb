import { signUp as signUpUseCase } from '../../usecases/sessions/sign-up.ts';
import type { VisitorRoute } from '../server/route.ts';
import { answerNewAccount, EXAMPLE_ACCOUNT, NEW_ACCOUNT } from './new-account.ts';
import { SignUpBody } from './session-schema.ts';

export const signUp: VisitorRoute = {
  ...NEW_ACCOUNT,
  id: 'session.sign_up',
  path: '/dashboard/api/sign_up',
  summary: 'Make an account',
  description: 'Where the operator has set FLORIN_SIGNUP=open.',
  body: { schema: SignUpBody, examples: { sign_up: { summary: 'A new account', value: EXAMPLE_ACCOUNT } } },
  errors: ['signup_closed', 'insecure_connection', 'email_taken'],
  handle(context, call) {
    const open = context.config.signup === 'open';
    return answerNewAccount(context, call, (account) => signUpUseCase(context, { open, ...account }));
  },
};
