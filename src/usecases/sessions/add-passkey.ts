import { Problem } from '../../domain/errors.ts';
import { makeId } from '../../domain/ids.ts';
import { LIMITS } from '../../domain/limits.ts';
import type { Ports } from '../../ports/ports.ts';
import type { Passkey } from '../../ports/second-factors.ts';
import type { SignedIn } from './authenticate-session.ts';
import { issueRecoveryCodes } from './issue-recovery-codes.ts';
import { isOpenChallenge, useChallenge } from './passkey-challenge.ts';
import type { Site } from './verify-passkey.ts';

/** Adds the passkey that a browser made. Returns recovery codes if the user has none yet. */
export async function addPasskey(
  ports: Pick<Ports, 'clock' | 'links' | 'passkeyCeremonies' | 'random' | 'secondFactors' | 'sessions'>,
  signedIn: SignedIn,
  input: { site: Site | undefined; response: string; name: string; address: string },
): Promise<{ passkey: Passkey; recoveryCodes: string[] }> {
  const { user, session, merchant } = signedIn;
  const nowMs = ports.clock.nowMs();
  let answered = '';
  const credential =
    input.site &&
    (await ports.passkeyCeremonies.verifyCreation(input.site, input.response, (challenge) => {
      answered = challenge;
      return isOpenChallenge(ports, user.id, challenge);
    }));
  if (!credential || !(await useChallenge(ports, answered))) {
    throw new Problem('second_factor_invalid', 'The passkey is not for this site, or it took too long. Try again.');
  }
  const { recoveryCodesLeft } = await ports.secondFactors.find(user.id);
  const id = makeId('psk', nowMs, ports.random.bytes(10));
  const about = { id, userId: user.id, name: input.name.trim(), createdAtMs: nowMs, lastUsedAtMs: undefined };
  const passkey = { ...credential, ...about };
  const added = await ports.secondFactors.addPasskey(passkey, {
    actor: user.id,
    action: 'user.passkey_added',
    merchantId: merchant.id,
    subject: id,
    details: { name: passkey.name, address: input.address },
    atMs: nowMs,
  });
  if (!added) {
    throw new Problem('invalid_state', `This passkey is known, or you have ${LIMITS.passkeysMax} passkeys already.`);
  }
  await ports.sessions.noteSecondFactor(session.id, nowMs);
  return {
    passkey,
    recoveryCodes: recoveryCodesLeft > 0 ? [] : await issueRecoveryCodes(ports, signedIn, input.address),
  };
}
