import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

const THREADS = 2;

/** Divides jobs between two threads. Their script gets its share as `workerData`, and posts one result for each. */
export async function runInThreads(script: URL, jobs: readonly (number | string)[]): Promise<unknown[]> {
  const results: unknown[] = [];
  const shares = Array.from({ length: THREADS }, (_, thread) => jobs.filter((__, index) => index % THREADS === thread));
  await Promise.all(
    shares.map(async (share) => {
      const worker = new Worker(script, { workerData: share });
      worker.on('message', (result) => results.push(result));
      await once(worker, 'exit');
    }),
  );
  return results;
}
