import { Problem } from '../../domain/errors.ts';
import { ATTEMPT_LIMITS } from '../../domain/sessions/attempt-limit.ts';
import type { Ports } from '../../ports/ports.ts';
import { countAttempt } from './count-attempt.ts';
import { type Client, openSession } from './open-session.ts';
import { type Site, verifyPasskey } from './verify-passkey.ts';

/** A passkey of a verified user is two factors: the device, and what unlocks it. */
export async function signInWithPasskey(
  ports: Pick<
    Ports,
    'clock' | 'links' | 'passkeyCeremonies' | 'random' | 'secondFactors' | 'sessions' | 'signInAttempts' | 'users'
  >,
  { response, site, client }: { response: string; site: Site | undefined; client: Client },
): Promise<{ token: string }> {
  const counters = [{ name: `client ${client.network}`, limit: ATTEMPT_LIMITS.client }];
  const attempt = await countAttempt(ports, counters);
  const passkey = await verifyPasskey(ports, site, response);
  const found = passkey && (await ports.users.findById(passkey.userId));
  if (!found)
    throw new Problem('second_factor_invalid', 'This passkey is not known here, or its answer was used before.');
  await attempt.forgive();
  const secondFactorAtMs = ports.clock.nowMs();
  return openSession(ports, {
    user: found.user,
    merchantId: found.merchant.id,
    client,
    secondFactorAtMs,
    method: 'passkey',
  });
}
