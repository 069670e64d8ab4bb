import { chooseTempFolder } from '../support/choose-temp-folder.ts';
import { installPackages } from '../support/install-needs.ts';
import type { FaultResult } from './fault.ts';
import { FAULT_PACKAGES } from './needs.ts';
import { parseOptions } from './parse-options.ts';
import { printRules } from './print-rules.ts';
import { printTable } from './print-table.ts';
import { runFault } from './run-fault.ts';

/** `npm run faults`: breaks everything around the service, one thing after the other, and checks that no money goes missing. */
const SHOWN_MAX = 20;
process.env['TMPDIR'] ??= chooseTempFolder();

const options = parseOptions(process.argv.slice(2));
if (options?.list) {
  for (const { name, group, title } of options.faults) console.log(`${group.padEnd(10)} ${name.padEnd(25)} ${title}`);
} else if (options) {
  const stopped = new AbortController();
  // The fault that is running comes to its end, so that nothing stays mounted, stopped or running.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopped.abort());
  installPackages(FAULT_PACKAGES);
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
