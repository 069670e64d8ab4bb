import type { FaultResult } from './fault.ts';

/** The results as a Markdown table. */
export function printTable(results: readonly FaultResult[]): string {
  const rows = results.map(
    ({ fault, outcome, seconds, observed, checks }) =>
      `| \`${fault.name}\` | ${fault.title} | ${observed.join('; ')} | ${checks.toLocaleString('en-US')} | ${outcome}, ${seconds.toFixed(0)} s |`,
  );
  return ['| Fault | What is done | What was observed | Checks | Result |', '|---|---|---|---|---|', ...rows].join(
    '\n',
  );
}
