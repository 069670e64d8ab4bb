import { LIMITS } from '../domain/limits.ts';
import type { Ports } from '../ports/ports.ts';

export const DELETE_EXPIRED_SESSIONS_PAUSE_MS = 60_000;

/** Deletes expired sessions and links, old sign-in attempts, and clients that have not signed in for long. */
export async function deleteExpiredSessions(
  ports: Pick<Ports, 'audit' | 'clock' | 'secondFactors' | 'sessions' | 'signInAttempts' | 'users'>,
): Promise<void> {
  const nowMs = ports.clock.nowMs();
  await ports.sessions.deleteExpired(nowMs);
  await ports.secondFactors.deleteExpired(nowMs);
  await ports.users.deleteExpired(nowMs);
  await ports.audit.deleteUnknownSignIns(nowMs - LIMITS.unknownSignInsKeptMs);
  await ports.signInAttempts.deleteOld({
    attemptsMs: nowMs - LIMITS.signInFailureCountedMs,
    attemptsMax: LIMITS.signInAttemptsMax,
    familiarMs: nowMs - LIMITS.familiarClientMs,
  });
}
