import { Problem } from '../../domain/errors.ts';
import { encodeBase32 } from '../../domain/sessions/base32.ts';
import type { Ports } from '../../ports/ports.ts';
import type { SignedIn } from './authenticate-session.ts';
import { totpUri } from './totp.ts';

/** A secret for an authenticator app. It asks for nothing until a code has confirmed it. */
export async function offerTotp(
  ports: Pick<Ports, 'clock' | 'random' | 'secondFactors' | 'vault'>,
  { user }: SignedIn,
): Promise<{ secret: string; uri: string }> {
  const secret = encodeBase32(ports.random.bytes(20));
  const sealed = ports.vault.seal(secret, ['totp_secrets.sealed_secret', user.id]);
  if (!(await ports.secondFactors.saveTotp(user.id, sealed, ports.clock.nowMs()))) {
    throw new Problem('invalid_state', 'An authenticator app is already set up. Remove it first.');
  }
  return { secret, uri: totpUri(secret, user.email) };
}
