import type { Site } from '../../ports/passkey-ceremonies.ts';
import type { Ports } from '../../ports/ports.ts';
import type { Passkey } from '../../ports/second-factors.ts';
import { isOpenChallenge, useChallenge } from './passkey-challenge.ts';

export type { Site };

/** The passkey that answered a challenge of this server, on this site, for a verified user; undefined if none did. */
export async function verifyPasskey(
  ports: Pick<Ports, 'clock' | 'links' | 'passkeyCeremonies' | 'secondFactors'>,
  site: Site | undefined,
  response: string,
): Promise<Passkey | undefined> {
  const credentialId = ports.passkeyCeremonies.credentialIdOf(response);
  const passkey = credentialId === undefined ? undefined : await ports.secondFactors.findPasskey(credentialId);
  if (!passkey || !site) return undefined;
  let answered = '';
  const verified = await ports.passkeyCeremonies.verifyRequest(site, response, passkey, (challenge) => {
    answered = challenge;
    return isOpenChallenge(ports, 'anybody', challenge);
  });
  if (!verified || !(await useChallenge(ports, answered))) return undefined;
  await ports.secondFactors.notePasskeyUse(passkey.id, verified.counter, ports.clock.nowMs());
  return passkey;
}
