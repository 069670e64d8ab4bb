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
import { isEvmSeed } from './simulation.ts';

const COUNT = 200;
/** The seeds that failed before come first: some bugs are too rare for the others. */
const SEEDS = [...corpus.map(({ seed }) => seed), ...Array.from({ length: COUNT }, (_, index) => index + 1)];
const EVM_SEEDS = Array.from({ length: 16 * COUNT }, (_, index) => index + 1)
  .filter(isEvmSeed)
  .slice(0, COUNT);

async function expectFound(bug: Bug, seeds: readonly number[]): Promise<void> {
  for (const seed of seeds) {
    const { violation } = await runSeed(seed, memoryBacking(), bug);
    if (!violation) continue;
    expect(bug.caughtBy, violation.message).toContain(violation.invariant);
    expect(violation.trace.length).toBeGreaterThan(0);
    return;
  }
  expect.fail(`no seed of ${seeds.length} found it`);
}

/** A simulation that misses these bugs would miss real ones. */
describe('the right invariant finds a bug:', () => {
  it.each([...CHAIN_BUGS, ...STORE_BUGS, ...AMOUNT_BUGS, ...EVENT_BUGS])('$name', (bug) => expectFound(bug, SEEDS));

  it.each(EVM_BUGS)('$name, on EVM chains', (bug) => expectFound(bug, EVM_SEEDS));
});
