import { parentPort, workerData } from 'node:worker_threads';
import { memoryBacking } from './backing.ts';
import { runSeed } from './run-seed.ts';

/** Runs a share of the seeds in a thread. */
for (const seed of workerData as number[]) {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(await runSeed(seed, memoryBacking()));
}
