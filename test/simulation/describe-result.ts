import type { SeedResult } from './run-seed.ts';

/** What somebody needs to know to find the fault: the seed, the step, the promise that was broken, and how it came to that. */
export function describeResult({ seed, violation }: SeedResult): string {
  if (!violation) return `seed ${seed} passed`;
  const { step, message, trace } = violation;
  const lines = [`seed ${seed} failed at step ${step}: ${message}`, ...trace.map((line) => `  ${line}`)];
  return [...lines, `  again: npm run simulate -- --seed ${seed}`].join('\n');
}
