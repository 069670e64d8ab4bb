import type { Ports } from '../../ports/ports.ts';
import { draftMails } from '../mails/draft-mails.ts';
import { checkPassword } from '../merchants/create-merchant.ts';
import type { SignedIn } from './authenticate-session.ts';

/** Sets a new password and ends all other sessions of the user. The caller has checked the old password. */
export async function changePassword(
  ports: Pick<Ports, 'clock' | 'mailer' | 'passwords' | 'random' | 'users' | 'vault'>,
  { user, session, merchant }: SignedIn,
  { password, address }: { password: string; address: string },
): Promise<void> {
  checkPassword(password);
  const atMs = ports.clock.nowMs();
  const told = { to: user.email, how: 'changed', address, atMs } as const;
  const audit = {
    actor: user.id,
    action: 'user.password_changed',
    merchantId: merchant.id,
    subject: user.id,
    details: { address },
    atMs,
    mails: draftMails(ports, merchant.id, 'password_changed', [told]),
  };
  const passwordHash = await ports.passwords.hash(password, user.id);
  await ports.users.setPassword(user.email, passwordHash, audit, { kept: session.id });
}
