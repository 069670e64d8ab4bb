import { describe, expect, it } from 'vitest';
import { memoryBacking } from './backing.ts';
import { AMOUNT_BUGS } from './bugs/amount-bugs.ts';
import type { Bug } from './bugs/bug.ts';
import { CHAIN_BUGS } from './bugs/chain-bugs.ts';
import { EVENT_BUGS } from './bugs/event-bugs.ts';
import { EVM_BUGS } from './bugs/evm-bugs.ts';
import { STORE_BUGS } from './bugs/store-bugs.ts';
import corpus from './corpus.json' with { type: 'json' };
import { runSeed } from './run-seed.ts';

/** The seeds that failed before come first: some bugs are too rare for the others. */
const SEEDS = [...corpus.map(({ seed }) => seed), ...Array.from({ length: 200 }, (_, index) => index + 1)];

/** A simulation that misses these bugs would miss real ones. */
describe.each([...CHAIN_BUGS, ...STORE_BUGS, ...AMOUNT_BUGS, ...EVENT_BUGS, ...EVM_BUGS])(
  'a bug: $name',
  (bug: Bug) => {
    it(`is found within ${SEEDS.length} seeds by the right invariant`, async () => {
      for (const seed of SEEDS) {
        const { violation } = await runSeed(seed, memoryBacking(), bug);
        if (!violation) continue;
        expect(bug.caughtBy, violation.message).toContain(violation.invariant);
        expect(violation.trace.length).toBeGreaterThan(0);
        return;
      }
      expect.fail(`no seed of ${SEEDS.length} found it`);
    });
  },
);
