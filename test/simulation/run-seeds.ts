import { runInThreads } from './run-in-threads.ts';
import type { SeedResult } from './run-seed.ts';

/** Runs seeds on the store in memory, in two threads. */
export const runSeeds = (seeds: Iterable<number>, take: (result: SeedResult) => void): Promise<void> =>
  runInThreads(new URL('./seed-worker.ts', import.meta.url), seeds, (result) => take(result as SeedResult));
