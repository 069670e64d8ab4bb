import { Problem } from '../../domain/errors.ts';
import { ATTEMPT_LIMITS } from '../../domain/sessions/attempt-limit.ts';
import type { Ports } from '../../ports/ports.ts';
import type { SignedIn } from './authenticate-session.ts';
import { countAttempt } from './count-attempt.ts';
import { issueRecoveryCodes } from './issue-recovery-codes.ts';
import { findTotpStep } from './totp.ts';

/** Turns the authenticator app on. Returns recovery codes if the user has none yet. */
export async function confirmTotp(
  ports: Pick<Ports, 'clock' | 'random' | 'secondFactors' | 'sessions' | 'signInAttempts' | 'vault'>,
  signedIn: SignedIn,
  { code, address }: { code: string; address: string },
): Promise<string[]> {
  const { session, user, merchant } = signedIn;
  const attempt = await countAttempt(ports, [{ name: `session ${session.id}`, limit: ATTEMPT_LIMITS.session }]);
  const { totp, recoveryCodesLeft } = await ports.secondFactors.find(user.id);
  if (!totp || totp.isConfirmed) throw new Problem('invalid_state', 'No authenticator app is being set up.');
  const nowMs = ports.clock.nowMs();
  const secret = ports.vault.open(totp.sealedSecret, ['totp_secrets.sealed_secret', user.id]);
  const step = findTotpStep(secret, code.replaceAll(' ', ''), nowMs);
  if (step === undefined)
    throw new Problem('second_factor_invalid', 'The code is wrong. Check the clock of your device.');
  await attempt.forgive();
  const audit = { actor: user.id, action: 'user.totp_added', merchantId: merchant.id, subject: user.id };
  if (!(await ports.secondFactors.confirmTotp(user.id, step, { ...audit, details: { address }, atMs: nowMs }))) {
    throw new Problem('invalid_state', 'No authenticator app is being set up.');
  }
  await ports.sessions.noteSecondFactor(session.id, nowMs);
  return recoveryCodesLeft > 0 ? [] : issueRecoveryCodes(ports, signedIn, address);
}
