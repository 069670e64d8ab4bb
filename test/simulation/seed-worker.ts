import { parentPort, workerData } from 'node:worker_threads';
import { memoryBacking } from './backing.ts';
import { runSeed, type SeedResult } from './run-seed.ts';

/** Runs a share of the seeds in a thread. */
const results: SeedResult[] = [];
for (const seed of workerData as number[]) results.push(await runSeed(seed, memoryBacking()));
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage(results);
