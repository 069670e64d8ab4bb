import { Problem } from '../../domain/errors.ts';
import type { DeviceId, PasskeyId } from '../../domain/ids.ts';
import type { Ports } from '../../ports/ports.ts';
import type { WaitingMail } from '../../ports/waiting-mail.ts';
import { draftMails } from '../mails/draft-mails.ts';
import type { SignedIn } from './authenticate-session.ts';

/** What a user can take away from the own account. An ID from a path is undefined if it is invalid. */
export type Factor = { totp: true } | { passkey: PasskeyId | undefined } | { device: DeviceId | undefined };

/** Removes the authenticator app, a passkey or a trusted device. */
export async function removeFactor(
  ports: Pick<Ports, 'clock' | 'mailer' | 'random' | 'secondFactors' | 'vault'>,
  { user, merchant }: SignedIn,
  factor: Factor,
  address: string,
): Promise<void> {
  const { clock, secondFactors } = ports;
  const told = (removed: 'app' | 'passkey') =>
    draftMails(ports, merchant.id, 'second_factor_removed', [
      { to: user.email, factor: removed, address, atMs: clock.nowMs() },
    ]);
  const audit = (action: string, subject: string, mails: WaitingMail[] = []) => ({
    actor: user.id,
    action,
    merchantId: merchant.id,
    subject,
    details: { address },
    atMs: clock.nowMs(),
    mails,
  });
  const remove = () => {
    if ('totp' in factor) return secondFactors.removeTotp(user.id, audit('user.totp_removed', user.id, told('app')));
    const { passkey, device } = { passkey: undefined, device: undefined, ...factor };
    if (passkey) {
      const removal = audit('user.passkey_removed', passkey, told('passkey'));
      return secondFactors.removePasskey(user.id, passkey, removal);
    }
    if (device) return secondFactors.revokeDevice(user.id, device, audit('user.device_forgotten', device));
    return false;
  };
  if (!(await remove())) throw new Problem('not_found', 'You have nothing with this ID.');
}
