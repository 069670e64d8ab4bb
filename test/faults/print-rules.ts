import type { FaultResult } from './fault.ts';

/** Every rule that was checked, whether it holds, and after how many faults it was checked. */
export function printRules(results: readonly FaultResult[]): string {
  const byRule = Map.groupBy(
    results.flatMap(({ rules }) => rules),
    ({ rule }) => rule,
  );
  return [...byRule]
    .map(([rule, checked]) => {
      const isBroken = checked.some(({ broken }) => broken.length > 0);
      return `  ${isBroken ? 'BROKEN' : 'holds '}  ${String(checked.length).padStart(3)} ×  ${rule}`;
    })
    .join('\n');
}
