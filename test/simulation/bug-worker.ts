import { parentPort, workerData } from 'node:worker_threads';
import { findBug } from './find-bug.ts';

/** Looks for a share of the planted bugs in a thread. */
for (const name of workerData as string[]) {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage({ name, violation: await findBug(name) });
}
