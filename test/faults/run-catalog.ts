import { installPackages, type PackageNeed } from '../support/install-needs.ts';
import type { Fault, FaultResult } from './fault.ts';
import { parseOptions } from './parse-options.ts';
import { printRules } from './print-rules.ts';
import { printTable } from './print-table.ts';
import { runFault } from './run-fault.ts';

const SHOWN_MAX = 20;

/** Runs the faults of a catalog, as the options say, one after the other, and prints what was observed. */
export async function runCatalog(
  catalog: readonly Fault[],
  packages: readonly PackageNeed[],
  args: readonly string[],
): Promise<void> {
  const options = parseOptions(args, catalog);
  if (options?.list) {
    for (const { name, group, title } of options.faults) console.log(`${group.padEnd(10)} ${name.padEnd(25)} ${title}`);
  } else if (options) {
    await run(options, packages);
  }
}

async function run(
  options: NonNullable<ReturnType<typeof parseOptions>>,
  packages: readonly PackageNeed[],
): Promise<void> {
  const stopped = new AbortController();
  // The fault that is running comes to its end, so that nothing stays mounted, stopped or running.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopped.abort());
  installPackages(packages);
  const startedAt = Date.now();
  console.log(`seed ${options.seed}`);
  const results: FaultResult[] = [];
  for (const fault of options.faults) {
    if (stopped.signal.aborted) break;
    console.log(`\n${fault.name}: ${fault.title}`);
    const result = await runFault(fault, options);
    print(result);
    results.push(result);
  }
  const counts = (outcome: FaultResult['outcome']) => results.filter((result) => result.outcome === outcome).length;
  const [failed, notRun] = [counts('failed'), counts('not run')];
  if (options.markdown) console.log(`\n${printTable(results)}`);
  console.log(`\nrules\n${printRules(results)}`);
  const minutes = ((Date.now() - startedAt) / 60_000).toFixed(1);
  console.log(
    `\n${counts('passed')} passed, ${failed} failed, ${notRun} not run in ${minutes} minutes (seed ${options.seed})`,
  );
  const isIncomplete = stopped.signal.aborted || (notRun > 0 && !options.allowMissing);
  process.exitCode = failed > 0 || isIncomplete ? 1 : 0;
}

function print({ outcome, seconds, observed, checks, violations }: FaultResult): void {
  for (const line of observed) console.log(`  ${line}`);
  for (const violation of violations.slice(0, SHOWN_MAX)) console.log(`  VIOLATION  ${violation}`);
  if (violations.length > SHOWN_MAX) console.log(`  and ${violations.length - SHOWN_MAX} more`);
  const label = outcome === 'failed' ? 'FAILED' : outcome;
  console.log(
    `  ${label}: ${checks.toLocaleString('en-US')} checks, ${violations.length} violations, ${seconds.toFixed(1)} s`,
  );
}
