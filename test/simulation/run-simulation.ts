import { parseArgs } from 'node:util';
import { Counters } from './counters.ts';
import { describeResult } from './describe-result.ts';
import { runSeeds } from './run-seeds.ts';

/** Failed seeds are printed after each batch: a million seeds take hours. */
const BATCH = 10_000;

/** `npm run simulate -- --seed 123`, or `--from 1 --count 500`: prints failed seeds and how often each event happened. */
const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    from: { type: 'string', default: '1' },
    count: { type: 'string', default: '500' },
  },
});

const from = Number(values.seed ?? values.from);
const count = values.seed === undefined ? Number(values.count) : 1;
const counters = new Counters();
let passed = 0;
for (let first = 0; first < count; first += BATCH) {
  const length = Math.min(BATCH, count - first);
  for (const result of await runSeeds(Array.from({ length }, (_, index) => from + first + index))) {
    counters.addAll(result.counts);
    if (result.violation) console.log(describeResult(result));
    else passed += 1;
  }
}
if (count > 1) console.log([...counters.counts].map(([name, times]) => `${times} × ${name}`).join('\n'));
console.log(`${passed} of ${count} seeds passed`);
process.exitCode = passed === count ? 0 : 1;
