import { Problem } from '../../domain/errors.ts';
import type { DeviceId, PasskeyId } from '../../domain/ids.ts';
import type { Ports } from '../../ports/ports.ts';
import type { SignedIn } from './authenticate-session.ts';

/** What a user can take away from the own account. An ID from a path is undefined if it is invalid. */
export type Factor = { totp: true } | { passkey: PasskeyId | undefined } | { device: DeviceId | undefined };

/** Removes the authenticator app, a passkey or a trusted device. */
export async function removeFactor(
  { clock, secondFactors }: Pick<Ports, 'clock' | 'secondFactors'>,
  { user, merchant }: SignedIn,
  factor: Factor,
  address: string,
): Promise<void> {
  const audit = (action: string, subject: string) => ({
    actor: user.id,
    action,
    merchantId: merchant.id,
    subject,
    details: { address },
    atMs: clock.nowMs(),
  });
  const remove = () => {
    if ('totp' in factor) return secondFactors.removeTotp(user.id, audit('user.totp_removed', user.id));
    const { passkey, device } = { passkey: undefined, device: undefined, ...factor };
    if (passkey) return secondFactors.removePasskey(user.id, passkey, audit('user.passkey_removed', passkey));
    if (device) return secondFactors.revokeDevice(user.id, device, audit('user.device_forgotten', device));
    return false;
  };
  if (!(await remove())) throw new Problem('not_found', 'You have nothing with this ID.');
}
