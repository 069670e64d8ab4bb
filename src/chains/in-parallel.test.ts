import { expect, it } from 'vitest';
import { inParallel } from './in-parallel.ts';

it('keeps to the limit, and to the order of the items', async () => {
  let running = 0;
  let most = 0;
  const results = await inParallel([30, 1, 20, 2, 10, 3], 2, async (item) => {
    running += 1;
    most = Math.max(most, running);
    for (let turns = item; turns > 0; turns -= 1) await Promise.resolve();
    running -= 1;
    return item * 2;
  });
  expect(results).toEqual([60, 2, 40, 4, 20, 6]);
  expect(most).toBe(2);
});

it('begins nothing more after a failure', async () => {
  const begun: number[] = [];
  const work = inParallel([1, 2, 3, 4], 2, async (item) => {
    begun.push(item);
    throw new Error('failed');
  });
  await expect(work).rejects.toThrow('failed');
  expect(begun).toEqual([1, 2]);
});
