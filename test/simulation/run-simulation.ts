import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { PLANTED_BUGS } from './bugs/planted-bugs.ts';
import { Counters } from './counters.ts';
import { describeResult } from './describe-result.ts';
import { findBugs } from './find-bugs.ts';
import { runSeeds } from './run-seeds.ts';

/**
 * `npm run simulate -- --seed 123`, or `--from 1 --count 500`: prints failed seeds and how often each event happened.
 * `--bugs` records the first seed that finds each planted bug.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    from: { type: 'string', default: '1' },
    count: { type: 'string', default: '500' },
    bugs: { type: 'boolean', default: false },
  },
});

if (values.bugs) await recordBugs();
else await simulate(Number(values.seed ?? values.from), values.seed === undefined ? Number(values.count) : 1);

async function simulate(from: number, count: number): Promise<void> {
  const counters = new Counters();
  let passed = 0;
  await runSeeds(countFrom(from, count), (result) => {
    counters.addAll(result.counts);
    // A million seeds take hours, so a failure is told at once.
    if (result.violation) console.log(describeResult(result));
    else passed += 1;
  });
  if (count > 1) console.log([...counters.counts].map(([name, times]) => `${times} × ${name}`).join('\n'));
  console.log(`${passed} of ${count} seeds passed`);
  process.exitCode = passed === count ? 0 : 1;
}

function* countFrom(first: number, count: number): Generator<number> {
  for (let seed = first; seed < first + count; seed += 1) yield seed;
}

async function recordBugs(): Promise<void> {
  // Only then are all seeds tried in their order.
  process.env['FLORIN_TEST_THOROUGH'] = '1';
  const seeds = new Map<string, number | undefined>();
  await findBugs(({ name, seed }) => seeds.set(name, seed));
  const foundBy = Object.fromEntries([...PLANTED_BUGS.keys()].map((name) => [name, seeds.get(name)]));
  writeFileSync(new URL('./bugs/found-by.json', import.meta.url), `${JSON.stringify(foundBy, undefined, 2)}\n`);
  console.log(`Recorded what found ${Object.keys(foundBy).length} bugs.`);
}
