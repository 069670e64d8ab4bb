import type { Run } from './database.ts';

/**
 * Lets the rest of a transaction read indexes in their order and stop at the limit. Statistics do not know how many amounts one
 * price has at one address, so the planner may expect few, and read and sort them all. Without sorting, it takes an index that
 * has the wanted order wherever there is one.
 */
export async function followIndexes(run: Run, { sort }: { sort?: 'off' } = {}): Promise<void> {
  const off = ['enable_bitmapscan', 'enable_seqscan', ...(sort === 'off' ? ['enable_sort'] : [])];
  await run(off.map((setting) => `SET LOCAL ${setting} = off`).join('; '));
}
