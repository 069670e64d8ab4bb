import { PLANTED_BUGS } from './bugs/planted-bugs.ts';
import type { FoundBug } from './find-bug.ts';
import { runInThreads } from './run-in-threads.ts';

/** Looks for every planted bug, in two threads. */
export const findBugs = (take: (found: FoundBug) => void): Promise<void> =>
  runInThreads(new URL('./bug-worker.ts', import.meta.url), PLANTED_BUGS.keys(), (found) => take(found as FoundBug));
