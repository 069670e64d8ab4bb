import type { Ports } from '../../ports/ports.ts';
import { checkPassword } from './check-password.ts';
import { type Client, openSession } from './open-session.ts';

/** Always opens a new session. */
export async function signIn(
  ports: Pick<Ports, 'clock' | 'random' | 'users' | 'signInAttempts' | 'sessions' | 'passwords'>,
  input: { email: string; password: string; client: Client },
): Promise<{ token: string }> {
  const { email, password, client } = input;
  const { user, merchant } = await checkPassword(ports, { email, password, client: client.network });
  return openSession(ports, { user, merchantId: merchant.id, client });
}
