import { authenticateSession, type SignedIn } from '../../src/usecases/sessions/authenticate-session.ts';
import { signIn } from '../../src/usecases/sessions/sign-in.ts';
import { PASSWORD, type Shop } from './open-shop.ts';

/** Signs the owner of a shop in on another device. */
export async function signInTo({ ports, made }: Shop): Promise<SignedIn> {
  const client = { address: '::1', network: '::/64', userAgent: '', session: undefined };
  const { token } = await signIn(ports, { email: made.owner.email, password: PASSWORD, client });
  const signedIn = await authenticateSession(ports, token);
  if (!signedIn) throw new Error('the session was not found');
  return signedIn;
}
