import { UserError } from '../../domain/user-error.ts';
import type { Ports } from '../../ports/ports.ts';
import { checkPassword } from '../merchants/create-merchant.ts';

export async function resetPassword(
  ports: Ports,
  input: { email: string; password: string; actor: string; removesSecondFactors?: boolean },
): Promise<void> {
  checkPassword(input.password);
  const { removesSecondFactors = false } = input;
  const audit = {
    actor: input.actor,
    action: 'user.password_reset',
    merchantId: undefined,
    subject: input.email,
    details: removesSecondFactors ? { second_factors: 'removed' } : {},
    atMs: ports.clock.nowMs(),
  };
  const passwordHash = await ports.passwords.hash(input.password);
  const changed = await ports.users.setPassword(input.email, passwordHash, audit, { removesSecondFactors });
  if (!changed) throw new UserError(`There is no user with the email address ${input.email}.`);
}
