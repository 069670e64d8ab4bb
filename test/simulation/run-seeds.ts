import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { SeedResult } from './run-seed.ts';

const THREADS = 2;

/** Runs seeds on the store in memory, in two threads, and returns the results in order. */
export async function runSeeds(seeds: readonly number[]): Promise<SeedResult[]> {
  const results = new Map<number, SeedResult>();
  const shares = Array.from({ length: THREADS }, (_, thread) =>
    seeds.filter((__, index) => index % THREADS === thread),
  );
  await Promise.all(
    shares.map(async (share) => {
      const worker = new Worker(new URL('./seed-worker.ts', import.meta.url), { workerData: share });
      worker.on('message', (done: SeedResult[]) => {
        for (const result of done) results.set(result.seed, result);
      });
      await once(worker, 'exit');
    }),
  );
  return seeds.flatMap((seed) => results.get(seed) ?? []);
}
