import { setTimeout as sleep } from 'node:timers/promises';

const BOUND_MS = 240_000;
/** Each question costs a request or a connection, so a long wait asks less often: about a tenth of it later than it could. */
const PAUSE = { leastMs: 10, mostMs: 100, partOfWait: 0.1 };

/**
 * Asks until there is an answer, and returns it. The bound only ends a wait for something that never comes: it is far
 * above what a busy machine needs, so it says nothing about speed. What `ask` throws ends the wait at once.
 */
export async function waitUntil<Found>(
  what: string,
  ask: () => Promise<Found | undefined | false> | Found | undefined | false,
): Promise<Found> {
  const startedAt = Date.now();
  for (;;) {
    const found = await ask();
    if (found !== undefined && found !== false) return found;
    const waitedMs = Date.now() - startedAt;
    if (waitedMs > BOUND_MS) throw new Error(`Waited ${BOUND_MS / 1_000} s in vain until ${what}.`);
    await sleep(Math.min(Math.max(waitedMs * PAUSE.partOfWait, PAUSE.leastMs), PAUSE.mostMs));
  }
}
