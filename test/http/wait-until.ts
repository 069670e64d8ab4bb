import { setTimeout as sleep } from 'node:timers/promises';

/** Asks again and again until the answer is there; returns it and how long it took. */
export async function waitUntil<Found>(
  what: string,
  boundMs: number,
  ask: () => Promise<Found | undefined>,
): Promise<{ found: Found; ms: number }> {
  const startedAt = performance.now();
  for (;;) {
    const found = await ask();
    const ms = performance.now() - startedAt;
    if (found !== undefined) return { found, ms };
    if (ms > boundMs) throw new Error(`${what}: not within ${boundMs} ms.`);
    await sleep(50);
  }
}
