import type { Static } from 'typebox';
import { signUp as signUpUseCase } from '../../../usecases/sign-up.ts';
import { answerNewSession, clientOf } from '../../present-session.ts';
import type { Route } from '../../route.ts';
import { SignedInSchema, SignUpBody } from '../../schemas/session.ts';
import { demandCookie } from '../../session-cookie.ts';

const example = { business_name: 'Tulip shop', email: 'ada@example.com', password: 'correct horse battery' };

export const signUp: Route = {
  id: 'session.sign_up',
  method: 'POST',
  path: '/dashboard/api/sign_up',
  tag: 'Session',
  summary: 'Make an account',
  description: 'Where the operator has set FLORIN_SIGNUP=open.',
  access: 'visitor',
  body: { schema: SignUpBody, examples: { sign_up: { summary: 'A new account', value: example } } },
  answers: { 201: { description: 'The account is made and signed in.', schema: SignedInSchema } },
  errors: ['signup_closed', 'insecure_connection', 'email_taken'],
  async handle(context, { body, visit }) {
    demandCookie(context.config.baseUrl);
    const wish = body.value as Static<typeof SignUpBody>;
    const { token } = await signUpUseCase(context, {
      open: context.config.signup === 'open',
      businessName: wish.business_name,
      email: wish.email,
      password: wish.password,
      client: clientOf(visit),
    });
    return answerNewSession(context, 201, token);
  },
};
