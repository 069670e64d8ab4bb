import { LIMITS } from '../../domain/limits.ts';
import { encodeBase32 } from '../../domain/sessions/base32.ts';
import type { Ports } from '../../ports/ports.ts';
import type { SignedIn } from './authenticate-session.ts';
import { recoveryHash } from './check-second-factor.ts';

/** Replaces the recovery codes. They have 80 random bits each, exist only in the return value, and work once. */
export async function issueRecoveryCodes(
  ports: Pick<Ports, 'clock' | 'random' | 'secondFactors'>,
  { user, merchant }: SignedIn,
  address: string,
): Promise<string[]> {
  const codes = Array.from({ length: LIMITS.recoveryCodes }, () => encodeBase32(ports.random.bytes(10)));
  await ports.secondFactors.replaceRecoveryCodes(user.id, codes.map(recoveryHash), {
    actor: user.id,
    action: 'user.recovery_codes_replaced',
    merchantId: merchant.id,
    subject: user.id,
    details: { address },
    atMs: ports.clock.nowMs(),
  });
  return codes.map((code) => code.replaceAll(/(.{4})(?=.)/g, '$1-').toLowerCase());
}
