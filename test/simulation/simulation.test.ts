import { beforeAll, expect, it } from 'vitest';
import { times } from '../support/effort.ts';
import corpus from './corpus.json' with { type: 'json' };
import { Counters } from './counters.ts';
import { describeResult } from './describe-result.ts';
import type { SeedResult } from './run-seed.ts';
import { runSeeds } from './run-seeds.ts';

/** Long enough for a busy machine. An idle one needs a fraction of it. */
const TIMEOUT_MS = 1_800_000;
const COUNT = times(500, 2_000);
const FAILED_BEFORE = corpus.map(({ seed }) => seed);
const SEEDS = Array.from({ length: COUNT }, (_, index) => index + 1);

const results = new Map<number, SeedResult>();

beforeAll(
  () => runSeeds(new Set([...FAILED_BEFORE, ...SEEDS]), (result) => results.set(result.seed, result)),
  TIMEOUT_MS,
);

const resultsOf = (seeds: readonly number[]) => seeds.flatMap((seed) => results.get(seed) ?? []);

const failuresOf = (seeds: readonly number[]) =>
  resultsOf(seeds)
    .filter(({ violation }) => violation)
    .map(describeResult);

it('holds all invariants for seeds that failed before', () => {
  expect(resultsOf(FAILED_BEFORE)).toHaveLength(corpus.length);
  expect(failuresOf(FAILED_BEFORE)).toEqual([]);
});

it(`holds all invariants for ${COUNT} seeds, which together cover every event`, () => {
  expect(resultsOf(SEEDS)).toHaveLength(COUNT);
  expect(failuresOf(SEEDS)).toEqual([]);
  const counters = new Counters();
  for (const { counts } of resultsOf(SEEDS)) counters.addAll(counts);
  expect(counters.never(), 'never happened').toEqual([]);
});

it('is deterministic', async () => {
  const again = new Map<number, SeedResult>();
  await runSeeds([78, 77], (result) => again.set(result.seed, result));
  expect([...again.keys()].toSorted((a, b) => a - b)).toEqual([77, 78]);
  for (const [seed, result] of again) expect([result]).toEqual(resultsOf([seed]));
});
