import { globSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { KNOWN_SURVIVORS } from './known-survivors.ts';
import { MONEY_FILES } from './money-files.ts';
import { type JudgedMutant, mutateFiles } from './mutate-files.ts';

/**
 * `npm run mutate`: changes the files that decide about money, one operator or condition at a time, and counts how many
 * changes the tests notice. `--rest` does the same with the rest of the domain, without a demand.
 */
const ROOT = join(import.meta.dirname, '../..');
const KILLED_PERCENT_MIN = 90;
const MINUTES_MAX = 30;

const { values, positionals } = parseArgs({ allowPositionals: true, options: { rest: { type: 'boolean' } } });
const restOfDomain = globSync('src/domain/**/*.ts', { cwd: ROOT }).filter(
  (file) => !/\.(test|type-test|test-fixture)\.ts$/.test(file) && !(MONEY_FILES as readonly string[]).includes(file),
);
const files = positionals.length > 0 ? positionals : values.rest ? restOfDomain : MONEY_FILES;

const startedAt = Date.now();
setTimeout(() => {
  console.error(`Not done after ${MINUTES_MAX} minutes.`);
  process.exit(1);
}, MINUTES_MAX * 60_000).unref();

const mutants = await mutateFiles(files);
for (const file of files)
  console.log(
    describe(
      file,
      mutants.filter((mutant) => mutant.file === file),
    ),
  );
console.log(`${describe('all', mutants)}, ${Math.round((Date.now() - startedAt) / 1_000)} s`);
const unexplained = mutants.filter((mutant) => !mutant.killed && !list(mutant));
if (!values.rest && (percent(mutants) < KILLED_PERCENT_MIN || unexplained.length > 0)) {
  console.log(`${unexplained.length} survivors without a reason in test/mutation/known-survivors.ts`);
  process.exitCode = 1;
}

function describe(name: string, of: readonly JudgedMutant[]): string {
  return `${name}: ${of.filter(({ killed }) => killed).length} of ${of.length} killed (${percent(of).toFixed(1)} %)`;
}

function percent(of: readonly JudgedMutant[]): number {
  return of.length === 0 ? 100 : (100 * of.filter(({ killed }) => killed).length) / of.length;
}

/** Prints a survivor and tells whether its reason is known. */
function list({ file, line, lineText, original, replacement }: JudgedMutant): boolean {
  const known = KNOWN_SURVIVORS.find(
    ({ within = '', ...one }) =>
      one.file === file && one.original === original && one.replacement === replacement && lineText.includes(within),
  );
  console.log(`survived ${file}:${line}\n  - ${original}\n  + ${replacement}\n  ${known?.reason ?? 'no reason given'}`);
  return known !== undefined;
}
