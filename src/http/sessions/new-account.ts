import type { Static } from 'typebox';
import type { Client } from '../../usecases/sessions/open-session.ts';
import type { Answer, Context, VisitorCall, VisitorRoute } from '../server/route.ts';
import { answerNewSession, clientOf } from './present-session.ts';
import { demandCookie } from './session-cookie.ts';
import { SignedInSchema, type SignUpBody } from './session-schema.ts';

/** What the two ways to an account, by the set-up link and by signing up, have in common. */
export const NEW_ACCOUNT: Pick<VisitorRoute, 'method' | 'tag' | 'access' | 'answers'> = {
  method: 'POST',
  tag: 'Session',
  access: 'visitor',
  answers: { 201: { description: 'The account is made and signed in.', schema: SignedInSchema } },
};

export const EXAMPLE_ACCOUNT = {
  business_name: 'Tulip shop',
  email: 'ada@example.com',
  password: 'correct horse battery',
};

interface Account {
  businessName: string;
  email: string;
  password: string;
  client: Client;
}

/** Makes the account, and signs in whoever asked for it. */
export async function answerNewAccount(
  context: Context,
  { body, visit }: VisitorCall,
  make: (account: Account) => Promise<{ token: string }>,
): Promise<Answer> {
  demandCookie(context.config.baseUrl);
  const { business_name: businessName, email, password } = body.value as Static<typeof SignUpBody>;
  const { token } = await make({ businessName, email, password, client: clientOf(visit) });
  return answerNewSession(context, 201, token);
}
