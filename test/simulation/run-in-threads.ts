import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

const THREADS = 2;

/**
 * Hands jobs to two threads, the next one to whichever is free: some seeds take twice as long as others. Threads become faster
 * while they run, so all jobs go to the same ones. `take` gets each result when it is there.
 */
export async function runInThreads(
  script: URL,
  jobs: Iterable<number | string>,
  take: (result: unknown) => void,
): Promise<void> {
  const waiting = jobs[Symbol.iterator]();
  await Promise.all(
    Array.from({ length: THREADS }, async () => {
      const worker = new Worker(script);
      const handOut = () => {
        const { value, done } = waiting.next();
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
        if (!done) worker.postMessage(value);
        else void worker.terminate();
      };
      worker.on('message', (result: unknown) => {
        take(result);
        handOut();
      });
      handOut();
      await once(worker, 'exit');
    }),
  );
}
