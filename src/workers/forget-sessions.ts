import type { Ports } from '../ports.ts';

export const FORGET_SESSIONS_PAUSE_MS = 60_000;

/** Removes sessions and counted sign-ins that are past their time. */
export async function forgetSessions(ports: Pick<Ports, 'clock' | 'control'>): Promise<void> {
  await ports.control.forgetSessions(ports.clock.nowMs());
}
