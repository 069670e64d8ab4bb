import { Problem } from '../../domain/errors.ts';
import { LIMITS } from '../../domain/limits.ts';
import { ATTEMPT_LIMITS } from '../../domain/sessions/attempt-limit.ts';
import type { Ports } from '../../ports/ports.ts';
import type { SignedIn } from './authenticate-session.ts';
import { hasSecondFactor, secondFactorRequired } from './check-second-factor.ts';
import { countAttempt } from './count-attempt.ts';

/**
 * A stolen session must not be enough to redirect money, so the user enters the password again. Failures count per
 * session: nobody without the session can keep its user from it. A user with a second factor must have given it in this
 * session within the last minutes.
 */
export async function confirmPassword(
  ports: Pick<Ports, 'clock' | 'random' | 'users' | 'secondFactors' | 'signInAttempts' | 'passwords'>,
  { session, user }: SignedIn,
  password: string,
): Promise<void> {
  if (password === '') throw emptyPassword();
  const attempt = await countAttempt(ports, [{ name: `session ${session.id}`, limit: ATTEMPT_LIMITS.session }]);
  const found = await ports.users.findByEmail(user.email);
  const fits = await ports.passwords.verify(found?.user.passwordHash, password, user.id);
  if (!fits) throw new Problem('invalid_credentials', 'The password is wrong.');
  await attempt.forgive();
  const factors = await ports.secondFactors.find(user.id);
  const freshFromMs = ports.clock.nowMs() - LIMITS.secondFactorFreshMs;
  if (hasSecondFactor(factors) && (session.secondFactorAtMs ?? 0) <= freshFromMs) throw secondFactorRequired(factors);
}

const emptyPassword = () =>
  new Problem('validation_failed', 'One field is missing or invalid.', {
    errors: [{ pointer: '#/password', code: 'required', detail: 'Enter your password.' }],
  });
