import { ATTEMPT_LIMITS } from '../../domain/sessions/attempt-limit.ts';
import type { Ports } from '../../ports/ports.ts';
import type { SignedIn } from './authenticate-session.ts';
import { checkSecondFactor, type ProofInput } from './check-second-factor.ts';
import { countAttempt } from './count-attempt.ts';

/** Gives the second factor again, for what a signed-in user confirms within the next minutes. */
export async function confirmSecondFactor(
  ports: Pick<
    Ports,
    | 'audit'
    | 'clock'
    | 'links'
    | 'passkeyCeremonies'
    | 'random'
    | 'secondFactors'
    | 'sessions'
    | 'signInAttempts'
    | 'vault'
  >,
  { session, user, merchant }: SignedIn,
  input: Omit<ProofInput, 'merchantId'>,
): Promise<void> {
  const attempt = await countAttempt(ports, [{ name: `session ${session.id}`, limit: ATTEMPT_LIMITS.session }]);
  const isGiven = await checkSecondFactor(ports, user, { ...input, merchantId: merchant.id });
  await attempt.forgive();
  if (isGiven) await ports.sessions.noteSecondFactor(session.id, ports.clock.nowMs());
}
