import type { Cluster } from './open-cluster.ts';
import { openLog } from './open-log.ts';
import { readLogFrom } from './read-log-from.ts';

const remedies: [RegExp, string][] = [
  [/No space left on device|Disk quota exceeded/, 'Free some space on the disk, then start again.'],
  [
    /Permission denied|wrong ownership|invalid permissions/,
    'Give the folder, with all it holds, back to the account PostgreSQL runs under, with mode 700.',
  ],
  [/shared memory|semaphores/, 'Give the system more shared memory (in a container: --shm-size), then start again.'],
  [
    /could not locate a valid checkpoint|invalid magic number|PANIC/,
    'The files of the database are damaged: put the folder back from a backup.',
  ],
];
const fallback = 'Mend what these lines name, then start again. The data was left as it is.';

/** An error that shows what PostgreSQL itself wrote, and what to do about it. */
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
  const remedy = remedies.find(([sign]) => sign.test(tail))?.[1] ?? fallback;
  const lines = tail.trim().split('\n').slice(-15).join('\n');
  return new Error(`${what} ${remedy} The last lines of ${cluster.log}:\n${lines || '(none)'}`);
}
