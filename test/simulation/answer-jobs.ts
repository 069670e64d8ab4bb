import { on } from 'node:events';
import { parentPort } from 'node:worker_threads';

/** The other end of `runInThreads`: one result for each job. An error ends the thread, and the run with it. */
export async function answerJobs(work: (job: number | string) => Promise<unknown>): Promise<void> {
  if (!parentPort) return;
  for await (const [job] of on(parentPort, 'message')) {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    parentPort.postMessage(await work(job as number | string));
  }
}
