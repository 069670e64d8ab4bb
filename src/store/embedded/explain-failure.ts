import type { Cluster } from './open-cluster.ts';
import { openLog } from './open-log.ts';
import { readLogFrom } from './read-log-from.ts';

const fixes: [RegExp, string][] = [
  [/No space left on device|Disk quota exceeded/, 'Free some space on the disk, then start again.'],
  [
    /Permission denied|wrong ownership|invalid permissions/,
    'Change the owner of the folder and its contents to the account that PostgreSQL runs as, with mode 700.',
  ],
  [
    /shared memory|semaphores/,
    'Increase the shared memory of the system (in a container: --shm-size), then start again.',
  ],
  [
    /could not locate a valid checkpoint|invalid magic number|PANIC/,
    'The database files are damaged. Restore the folder from a backup.',
  ],
];
const fallback = 'Fix the cause shown in the log, then start again. The data was not changed.';

/** An error with the end of PostgreSQL's log and what to do about it. */
export async function explainFailure(cluster: Cluster, what: string, written?: string): Promise<Error> {
  let tail = written ?? '';
  if (written === undefined) {
    const log = await openLog(cluster);
    try {
      tail = await readLogFrom(log, 0);
    } finally {
      await log.close();
    }
  }
  const fix = fixes.find(([sign]) => sign.test(tail))?.[1] ?? fallback;
  const lines = tail.trim().split('\n').slice(-15).join('\n');
  return new Error(`${what} ${fix} The last lines of ${cluster.logFile}:\n${lines || '(none)'}`);
}
