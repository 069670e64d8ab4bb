import type { Static } from 'typebox';
import type { Client } from '../../usecases/sessions/open-session.ts';
import type { ByVisitor } from '../server/call.ts';
import type { Context } from '../server/context.ts';
import { answerNewSession, clientOf } from './present-session.ts';
import { requireCookie } from './session-cookie.ts';
import { SignedInSchema, type SignUpBody } from './session-schema.ts';

/** What the two ways to create an account share: the setup link and the sign-up. */
export const NEW_ACCOUNT = {
  method: 'POST',
  tag: 'Session',
  access: 'visitor',
  answers: { 201: { description: 'Returns the signed-in user of the new account.', schema: SignedInSchema } },
} as const;

interface Account {
  businessName: string;
  email: string;
  password: string;
  client: Client;
}

/** Creates the account and signs its user in. */
export async function answerNewAccount(
  context: Context,
  { body, visit }: ByVisitor & { body: { value: Static<typeof SignUpBody> } },
  create: (account: Account) => Promise<{ token: string }>,
) {
  requireCookie(context.config.baseUrl);
  const { business_name: businessName, email, password } = body.value;
  const { token } = await create({ businessName, email, password, client: clientOf(visit) });
  return answerNewSession(context, 201, token);
}
