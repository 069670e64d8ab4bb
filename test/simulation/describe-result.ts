import type { SeedResult } from './run-seed.ts';

/** What is needed to find a bug: the seed, the step, the violated invariant, and the trace. */
export function describeResult({ seed, violation }: SeedResult): string {
  if (!violation) return `seed ${seed} passed`;
  const { step, message, trace } = violation;
  const lines = [`seed ${seed} failed at step ${step}: ${message}`, ...trace.map((line) => `  ${line}`)];
  return [...lines, `  again: npm run simulate -- --seed ${seed}`].join('\n');
}
