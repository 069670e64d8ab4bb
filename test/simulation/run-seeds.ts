import { runInThreads } from './run-in-threads.ts';
import type { SeedResult } from './run-seed.ts';

/** Runs seeds on the store in memory, in two threads, and returns the results in order. */
export async function runSeeds(seeds: readonly number[]): Promise<SeedResult[]> {
  const found = (await runInThreads(new URL('./seed-worker.ts', import.meta.url), seeds)) as SeedResult[];
  const results = new Map(found.map((result) => [result.seed, result]));
  return seeds.flatMap((seed) => results.get(seed) ?? []);
}
