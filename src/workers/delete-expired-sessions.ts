import type { Ports } from '../ports/ports.ts';

export const DELETE_EXPIRED_SESSIONS_PAUSE_MS = 60_000;

const SIGN_IN_ATTEMPT_KEPT_MS = 3_600_000;

/** Deletes expired sessions and old sign-in attempts. */
export async function deleteExpiredSessions(
  ports: Pick<Ports, 'clock' | 'sessions' | 'signInAttempts'>,
): Promise<void> {
  const nowMs = ports.clock.nowMs();
  await ports.sessions.deleteExpired(nowMs);
  await ports.signInAttempts.deleteOlderThan(nowMs - SIGN_IN_ATTEMPT_KEPT_MS);
}
