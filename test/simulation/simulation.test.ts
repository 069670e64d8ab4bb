import { expect, it } from 'vitest';
import corpus from './corpus.json' with { type: 'json' };
import { Counters } from './counters.ts';
import { describeResult } from './describe-result.ts';
import { runSeeds } from './run-seeds.ts';

/** For a machine that has other things to do; alone it takes a small part of that. */
const TIMEOUT_MS = 400_000;
const SEEDS = 2_000;

const failures = (results: Awaited<ReturnType<typeof runSeeds>>) =>
  results.filter(({ violation }) => violation).map(describeResult);

it('keeps every promise on the seeds that broke one before', async () => {
  const results = await runSeeds(corpus.map(({ seed }) => seed));
  expect(results).toHaveLength(corpus.length);
  expect(failures(results)).toEqual([]);
});

it(
  `keeps every promise on ${SEEDS} seeds, and meets everything that can happen`,
  async () => {
    const results = await runSeeds(Array.from({ length: SEEDS }, (_, place) => place + 1));
    expect(results).toHaveLength(SEEDS);
    expect(failures(results)).toEqual([]);
    const counters = new Counters();
    for (const { counts } of results) counters.addAll(counts);
    expect(counters.never(), 'never happened').toEqual([]);
  },
  TIMEOUT_MS,
);

it('gives the same run for the same seed', async () => {
  const [first, second] = [await runSeeds([77, 78]), await runSeeds([78, 77])];
  expect(first).toEqual(second.toReversed());
});
