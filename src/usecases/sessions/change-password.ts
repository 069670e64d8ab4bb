import type { Ports } from '../../ports/ports.ts';
import { checkPassword } from '../merchants/create-merchant.ts';
import type { SignedIn } from './authenticate-session.ts';

/** Sets a new password and ends all other sessions of the user. The caller has checked the old password. */
export async function changePassword(
  ports: Pick<Ports, 'clock' | 'passwords' | 'users'>,
  { user, session, merchant }: SignedIn,
  { password, address }: { password: string; address: string },
): Promise<void> {
  checkPassword(password);
  const audit = {
    actor: user.id,
    action: 'user.password_changed',
    merchantId: merchant.id,
    subject: user.id,
    details: { address },
    atMs: ports.clock.nowMs(),
  };
  await ports.users.setPassword(user.email, await ports.passwords.hash(password), audit, { kept: session.id });
}
