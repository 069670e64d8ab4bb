import { UserError } from '../../domain/user-error.ts';
import type { Ports } from '../../ports/ports.ts';
import { draftMails } from '../mails/draft-mails.ts';
import { checkPassword } from '../merchants/create-merchant.ts';

/** Sets the password of a user without the old one, for the operator of the server. */
export async function resetPassword(
  ports: Pick<Ports, 'clock' | 'mailer' | 'passwords' | 'random' | 'users' | 'vault'>,
  input: { email: string; password: string; actor: string; removesSecondFactors?: boolean },
): Promise<void> {
  checkPassword(input.password);
  const { removesSecondFactors = false } = input;
  const passwordHash = await ports.passwords.hash(input.password);
  const found = await ports.users.findByEmail(input.email);
  if (!found) throw noUser(input.email);
  const { user, merchant } = found;
  const atMs = ports.clock.nowMs();
  const told = { to: user.email, address: null, atMs };
  const removed = removesSecondFactors ? [{ ...told, factor: 'all' as const }] : [];
  const audit = {
    actor: input.actor,
    action: 'user.password_reset',
    merchantId: merchant.id,
    subject: user.id,
    details: { email: user.email, ...(removesSecondFactors && { second_factors: 'removed' }) },
    atMs,
    mails: [
      ...draftMails(ports, merchant.id, 'password_changed', [{ ...told, how: 'reset' }]),
      ...draftMails(ports, merchant.id, 'second_factor_removed', removed),
    ],
  };
  const changed = await ports.users.setPassword(input.email, passwordHash, audit, { removesSecondFactors });
  if (!changed) throw noUser(input.email);
}

const noUser = (email: string) => new UserError(`There is no user with the email address ${email}.`, 'not_found');
