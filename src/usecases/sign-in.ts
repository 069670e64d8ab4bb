import { Problem } from '../domain/errors.ts';
import type { Ports } from '../ports.ts';
import { countSignIn } from './count-sign-in.ts';
import { type Client, openSession } from './open-session.ts';

/** Always a new session. Neither the answer nor its time tells whether the e-mail address is known. */
export async function signIn(
  ports: Pick<Ports, 'clock' | 'random' | 'control' | 'passwords'>,
  input: { email: string; password: string; client: Client },
): Promise<{ token: string }> {
  const { email, password, client } = input;
  const attempt = await countSignIn(ports, { email, address: client.address });
  const found = await ports.control.findUserByEmail(email.trim());
  const fits = await ports.passwords.verify(found?.user.passwordHash, password);
  if (!found || !fits) throw new Problem('invalid_credentials', 'The e-mail address or the password is wrong.');
  await attempt.forgive();
  return openSession(ports, { userId: found.user.id, merchantId: found.merchant.id, client });
}
