import { hash as digest } from 'node:crypto';
import { Problem } from '../../domain/errors.ts';
import type { Ports } from '../../ports/ports.ts';
import { draftMails } from '../mails/draft-mails.ts';
import { checkPassword } from '../merchants/create-merchant.ts';

/** Whose password the link sets. Throws if it no longer works. */
export async function viewPasswordReset(
  ports: Pick<Ports, 'clock' | 'users'>,
  token: string,
): Promise<{ email: string }> {
  const found = await ports.users.findPasswordReset(digest('sha256', token, 'hex'), ports.clock.nowMs());
  if (!found) throw notValid();
  return { email: found.user.email };
}

/**
 * Sets the password of a link, which works once, and ends all sessions. It opens none: the user signs in with the new password,
 * and with the second factor.
 */
export async function usePasswordReset(
  ports: Pick<Ports, 'clock' | 'mailer' | 'passwords' | 'random' | 'users' | 'vault'>,
  { token, password, address }: { token: string; password: string; address: string },
): Promise<void> {
  await viewPasswordReset(ports, token);
  checkPassword(password);
  const passwordHash = await ports.passwords.hash(password);
  const atMs = ports.clock.nowMs();
  const done = await ports.users.usePasswordReset(digest('sha256', token, 'hex'), passwordHash, atMs, (found) => ({
    actor: found.user.id,
    action: 'user.password_reset',
    merchantId: found.merchant.id,
    subject: found.user.id,
    details: { address, by: 'mail' },
    atMs,
    mails: draftMails(ports, found.merchant.id, 'password_changed', [
      { to: found.user.email, how: 'reset', address, atMs },
    ]),
  }));
  if (!done) throw notValid();
}

const notValid = () =>
  new Problem(
    'password_reset_invalid',
    'This link has expired, was used, or a newer one replaced it. Ask for a new one.',
  );
