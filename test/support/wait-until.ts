import { setTimeout as sleep } from 'node:timers/promises';

const BOUND_MS = 240_000;
const PAUSE_MS = 25;

/**
 * Asks until there is an answer, and returns it. The bound only ends a wait for something that never comes: it is far
 * above what a busy machine needs, so it says nothing about speed. What `ask` throws ends the wait at once.
 */
export async function waitUntil<Found>(
  what: string,
  ask: () => Promise<Found | undefined | false> | Found | undefined | false,
): Promise<Found> {
  const deadline = Date.now() + BOUND_MS;
  for (;;) {
    const found = await ask();
    if (found !== undefined && found !== false) return found;
    if (Date.now() > deadline) throw new Error(`Waited ${BOUND_MS / 1_000} s in vain until ${what}.`);
    await sleep(PAUSE_MS);
  }
}
