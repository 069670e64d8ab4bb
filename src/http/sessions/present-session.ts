import { Problem } from '../../domain/errors.ts';
import { authenticateSession, type SignedIn } from '../../usecases/sessions/authenticate-session.ts';
import type { Client } from '../../usecases/sessions/open-session.ts';
import type { Answer, Context, Visit } from '../server/route.ts';
import { demandCookie } from './session-cookie.ts';

/** Who is signed in, for the dashboard's pages. */
export const presentSignedIn = ({ config }: Context, signedIn: SignedIn): string =>
  JSON.stringify({
    signed_in: true,
    csrf_token: signedIn.csrfToken,
    user: { id: signedIn.user.id, email: signedIn.user.email },
    merchant: { id: signedIn.merchant.id, name: signedIn.merchant.name },
    base_url: config.baseUrl,
    signup_open: config.signup === 'open',
  });

/** Gives the device the cookie of its new session, and tells who is signed in now. */
export async function answerNewSession(context: Context, status: 200 | 201, token: string): Promise<Answer> {
  const signedIn = await authenticateSession(context, token);
  if (!signedIn) throw new Problem('not_signed_in', 'The session has ended already.');
  const cookie = demandCookie(context.config.baseUrl);
  return { status, headers: { 'set-cookie': cookie.write(token) }, body: presentSignedIn(context, signedIn) };
}

export const clientOf = ({ address, userAgent, signedIn }: Visit): Client => ({
  address,
  userAgent,
  session: signedIn?.session.id,
});
