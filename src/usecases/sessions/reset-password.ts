import { UserError } from '../../domain/user-error.ts';
import type { Ports } from '../../ports/ports.ts';
import { checkPassword } from '../merchants/create-merchant.ts';

export async function resetPassword(
  ports: Ports,
  input: { email: string; password: string; actor: string },
): Promise<void> {
  checkPassword(input.password);
  const changed = await ports.users.setPassword(input.email, await ports.passwords.hash(input.password), {
    actor: input.actor,
    action: 'user.password_reset',
    merchantId: undefined,
    subject: input.email,
    details: {},
    atMs: ports.clock.nowMs(),
  });
  if (!changed) throw new UserError(`There is no user with the email address ${input.email}.`);
}
