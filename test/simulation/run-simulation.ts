import { parseArgs } from 'node:util';
import { Counters } from './counters.ts';
import { describeResult } from './describe-result.ts';
import { runSeeds } from './run-seeds.ts';

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
const results = await runSeeds(Array.from({ length: count }, (_, index) => from + index));
const counters = new Counters();
for (const result of results) {
  counters.addAll(result.counts);
  if (result.violation) console.log(describeResult(result));
}
const failed = results.filter(({ violation }) => violation).length;
if (count > 1) console.log([...counters.counts].map(([name, times]) => `${times} × ${name}`).join('\n'));
console.log(`${results.length - failed} of ${count} seeds passed`);
process.exitCode = failed === 0 && results.length === count ? 0 : 1;
