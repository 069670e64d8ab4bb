import type { Run } from './database.ts';

/**
 * Lets the rest of a transaction read indexes in their order and stop at the limit. Statistics do not know how many amounts one
 * price has at one address, so the planner may expect few, and read and sort them all.
 */
export async function followIndexes(run: Run): Promise<void> {
  await run('SET LOCAL enable_bitmapscan = off; SET LOCAL enable_seqscan = off');
}
