import { Problem } from '../../domain/errors.ts';
import type { Merchant } from '../../ports/merchants.ts';
import type { Ports } from '../../ports/ports.ts';
import type { User } from '../../ports/users.ts';
import { countSignIn } from './count-sign-in.ts';

export interface GivenPassword {
  email: string;
  password: string;
  /** The client's. */
  address: string;
}

/**
 * Whose password it is. Every attempt counts, whatever it is asked for: nobody gets further guesses by guessing
 * elsewhere. Neither the answer nor its time tells whether the e-mail address is known.
 */
export async function checkPassword(
  ports: Pick<Ports, 'clock' | 'random' | 'users' | 'signInAttempts' | 'passwords'>,
  { email, password, address }: GivenPassword,
  sentence: string,
): Promise<{ user: User; merchant: Merchant }> {
  const attempt = await countSignIn(ports, { email, address });
  const found = await ports.users.findByEmail(email.trim());
  const fits = await ports.passwords.verify(found?.user.passwordHash, password);
  if (!found || !fits) throw new Problem('invalid_credentials', sentence);
  await attempt.forgive();
  return found;
}
