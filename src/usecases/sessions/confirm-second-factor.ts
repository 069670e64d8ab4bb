import { ATTEMPT_LIMITS } from '../../domain/sessions/attempt-limit.ts';
import type { Ports } from '../../ports/ports.ts';
import type { SignedIn } from './authenticate-session.ts';
import { checkSecondFactor, type ProofInput } from './check-second-factor.ts';
import { countAttempt } from './count-attempt.ts';
import { secondFactorCounters, secondFactorName } from './second-factor-counters.ts';

/**
 * Gives the second factor again, for what a signed-in user confirms within the next minutes. Failures count per session, and
 * per user until the session has given one: a trusted device opens sessions without it, and each would have its own guesses.
 */
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
  { network, ...input }: Omit<ProofInput, 'merchantId'> & { network: string },
): Promise<void> {
  const isConfirmed = session.secondFactorAtMs !== undefined;
  const attempt = await countAttempt(ports, [
    { name: `session ${session.id}`, limit: ATTEMPT_LIMITS.session },
    ...(isConfirmed ? [] : await secondFactorCounters(ports, user.id, network)),
  ]);
  const isGiven = await checkSecondFactor(ports, user, { ...input, merchantId: merchant.id });
  await attempt.forgive();
  if (!isGiven) return;
  const nowMs = ports.clock.nowMs();
  await ports.signInAttempts.remember(secondFactorName(user.id), network, nowMs);
  await ports.sessions.noteSecondFactor(session.id, nowMs);
}
