import { describe, expect, it } from 'vitest';
import { memoryBacking } from './backing.ts';
import type { Bug } from './bugs/bug.ts';
import { CHAIN_BUGS } from './bugs/chain-bugs.ts';
import { STORE_BUGS } from './bugs/store-bugs.ts';
import { runSeed } from './run-seed.ts';

const SEEDS_MAX = 200;

/** A simulation that lets these pass would let real ones pass. */
describe.each([...CHAIN_BUGS, ...STORE_BUGS])('where $name', (bug: Bug) => {
  it(`${SEEDS_MAX} seeds are enough to see it, and it is called by its name`, async () => {
    for (let seed = 1; seed <= SEEDS_MAX; seed += 1) {
      const { violation } = await runSeed(seed, memoryBacking(), bug);
      if (!violation) continue;
      expect(bug.caughtBy, violation.message).toContain(violation.invariant);
      expect(violation.trace.length).toBeGreaterThan(0);
      return;
    }
    expect.fail(`no seed of ${SEEDS_MAX} has met it`);
  });
});
