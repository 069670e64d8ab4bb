import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

const THREADS = 2;

/** Hands jobs to two threads, the next one to whichever is free: some seeds take twice as long as others. */
export async function runInThreads(script: URL, jobs: readonly (number | string)[]): Promise<unknown[]> {
  const results: unknown[] = [];
  const waiting = jobs.values();
  await Promise.all(
    Array.from({ length: THREADS }, async () => {
      const worker = new Worker(script);
      const handOut = () => {
        const { value, done } = waiting.next();
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
        if (!done) worker.postMessage(value);
        else void worker.terminate();
      };
      worker.on('message', (result) => {
        results.push(result);
        handOut();
      });
      handOut();
      await once(worker, 'exit');
    }),
  );
  return results;
}
