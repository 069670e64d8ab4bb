import { UserError } from '../../domain/user-error.ts';
import type { Ports } from '../../ports/ports.ts';

/** Makes a user an operator of this server, or ends that. Counts from the next request of the user's sessions on. */
export async function setOperator(
  { clock, users }: Pick<Ports, 'clock' | 'users'>,
  { email, isOperator, actor }: { email: string; isOperator: boolean; actor: string },
): Promise<{ email: string }> {
  const found = await users.findByEmail(email);
  if (!found) throw new UserError(`There is no user with the email address ${email}.`, 'not_found');
  const { user, merchant } = found;
  await users.setOperator(user.id, isOperator, {
    actor,
    action: isOperator ? 'user.operator_added' : 'user.operator_removed',
    merchantId: merchant.id,
    subject: user.id,
    details: { email: user.email },
    atMs: clock.nowMs(),
  });
  return { email: user.email };
}
