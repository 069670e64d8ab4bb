import { signUp as signUpUseCase } from '../../usecases/sessions/sign-up.ts';
import { defineRoute } from '../server/route.ts';
import { exampleSignUp } from './examples.ts';
import { answerNewAccount, NEW_ACCOUNT } from './new-account.ts';
import { SignUpBody } from './session-schema.ts';

export const signUp = defineRoute({
  ...NEW_ACCOUNT,
  id: 'session.sign_up',
  path: '/dashboard/api/sign_up',
  summary: 'Sign up',
  description: 'Creates an account. Only available if the operator has set FLORIN_SIGNUP=open.',
  body: { schema: SignUpBody, examples: { sign_up: { summary: 'A new account', value: exampleSignUp } } },
  errors: ['signup_closed', 'insecure_connection', 'email_taken'],
}).handle((context, call) => {
  const open = context.config.signup === 'open';
  return answerNewAccount(context, call, (account) => signUpUseCase(context, { open, ...account }));
});
