import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';

const LOOK_MS = 20;
const PROGRESS_MS_MAX = 300_000;

/**
 * Measures how fast a number in the database grows to its goal, per second. It starts at the first change, because server
 * startup and the wait for the lease do not count.
 */
export async function timeProgress(
  url: string,
  signal: AbortSignal,
  { statement, goal }: { statement: string; goal: number },
): Promise<number> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const look = async () => Number((await client.query<{ value: string }>(statement)).rows[0]?.value);
    const deadline = performance.now() + PROGRESS_MS_MAX;
    const before = await look();
    let first: { value: number; atMs: number } | undefined;
    for (;;) {
      await sleep(LOOK_MS, undefined, { signal });
      const value = await look();
      const atMs = performance.now();
      if (value > before) first ??= { value, atMs };
      if (first && value >= goal) return ((value - first.value) * 1_000) / (atMs - first.atMs);
      if (atMs > deadline) throw new Error(`Reached ${value} of ${goal} within ${PROGRESS_MS_MAX / 1_000} s.`);
    }
  } finally {
    await client.end();
  }
}
