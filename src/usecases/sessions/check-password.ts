import { Problem } from '../../domain/errors.ts';
import type { Merchant } from '../../domain/merchants/merchant.ts';
import type { User } from '../../domain/sessions/user.ts';
import type { Ports } from '../../ports/ports.ts';
import { countSignIn } from './count-sign-in.ts';

export interface GivenPassword {
  email: string;
  password: string;
  /** The client's IP address. */
  address: string;
}

/**
 * Finds the user by email address and password. Every attempt counts toward one rate limit, whatever it is for. Neither
 * the response nor its time reveals whether the email address is known.
 */
export async function checkPassword(
  ports: Pick<Ports, 'clock' | 'random' | 'users' | 'signInAttempts' | 'passwords'>,
  { email, password, address }: GivenPassword,
  message: string,
): Promise<{ user: User; merchant: Merchant }> {
  const attempt = await countSignIn(ports, { email, address });
  const found = await ports.users.findByEmail(email.trim());
  const fits = await ports.passwords.verify(found?.user.passwordHash, password);
  if (!found || !fits) throw new Problem('invalid_credentials', message);
  await attempt.forgive();
  return found;
}
