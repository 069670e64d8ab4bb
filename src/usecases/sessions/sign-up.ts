import { Problem } from '../../domain/errors.ts';
import { ATTEMPT_LIMITS } from '../../domain/sessions/attempt-limit.ts';
import type { Ports } from '../../ports/ports.ts';
import { createMerchant } from '../merchants/create-merchant.ts';
import { countAttempt } from './count-attempt.ts';

/**
 * Creates a merchant and its first user, if the operator allows sign-ups. With an email address that is taken it does the
 * same work, creates nothing and looks the same, so nobody learns who has an account. The visitor signs in afterwards.
 */
export async function signUp(
  ports: Pick<
    Ports,
    'audit' | 'clock' | 'random' | 'vault' | 'merchants' | 'dataStores' | 'signInAttempts' | 'passwords'
  >,
  input: { open: boolean; businessName: string; email: string; password: string; client: string; address?: string },
): Promise<void> {
  if (!input.open) throw new Problem('signup_closed', 'Sign-up is disabled on this server.');
  const { client, address, businessName: name, email, password } = input;
  await countAttempt(ports, [{ name: `sign_up ${client}`, limit: ATTEMPT_LIMITS.sign_up }]);
  try {
    await createMerchant(ports, { name, email, password, actor: 'sign_up', address });
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'email_taken') throw error;
    await ports.audit.record({
      actor: 'sign_up',
      action: 'user.sign_up_repeated',
      merchantId: undefined,
      subject: email.trim(),
      details: { address },
      atMs: ports.clock.nowMs(),
    });
  }
}
