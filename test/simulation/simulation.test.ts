import { expect, it } from 'vitest';
import { times } from '../support/effort.ts';
import corpus from './corpus.json' with { type: 'json' };
import { Counters } from './counters.ts';
import { describeResult } from './describe-result.ts';
import { runSeeds } from './run-seeds.ts';

/** Long enough for a busy machine. An idle one needs a fraction of it. */
const TIMEOUT_MS = 1_800_000;
const SEEDS = times(500, 2_000);

const failures = (results: Awaited<ReturnType<typeof runSeeds>>) =>
  results.filter(({ violation }) => violation).map(describeResult);

it('holds all invariants for seeds that failed before', async () => {
  const results = await runSeeds(corpus.map(({ seed }) => seed));
  expect(results).toHaveLength(corpus.length);
  expect(failures(results)).toEqual([]);
});

it(
  `holds all invariants for ${SEEDS} seeds, which together cover every event`,
  async () => {
    const results = await runSeeds(Array.from({ length: SEEDS }, (_, index) => index + 1));
    expect(results).toHaveLength(SEEDS);
    expect(failures(results)).toEqual([]);
    const counters = new Counters();
    for (const { counts } of results) counters.addAll(counts);
    expect(counters.never(), 'never happened').toEqual([]);
  },
  TIMEOUT_MS,
);

it('is deterministic', async () => {
  const [first, second] = [await runSeeds([77, 78]), await runSeeds([78, 77])];
  expect(first).toEqual(second.toReversed());
});
