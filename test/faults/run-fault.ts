import type { Fault, FaultResult } from './fault.ts';
import { Lab } from './lab/lab.ts';
import { isMet, type Need } from './needs.ts';

interface RunOptions {
  seed: number;
  short: boolean;
  /** For a busy machine: every bound is multiplied by this. */
  patience: number;
  /** Whether the machine has what a fault needs. */
  hasNeed?: (need: Need) => boolean;
}

/** Runs one fault within its bound, and undoes everything that it did, even if it failed. */
export async function runFault(
  fault: Fault,
  { seed, short, patience, hasNeed = isMet }: RunOptions,
): Promise<FaultResult> {
  const missing = fault.needs.filter((need) => !hasNeed(need));
  if (missing.length > 0) {
    const observed = [`needs ${missing.join(', ')}`];
    return { fault, outcome: 'not run', seconds: 0, observed, checks: 0, violations: [], rules: [] };
  }
  const lab = new Lab({ seed, short });
  const startedAt = performance.now();
  try {
    await within(fault.secondsMax * patience, fault.run(lab));
  } catch (error) {
    lab.checkAll([error instanceof Error ? (error.stack ?? error.message) : String(error)]);
  } finally {
    await lab.close();
  }
  const { observed, checks, violations, rules } = lab;
  const seconds = (performance.now() - startedAt) / 1_000;
  const outcome = violations.length === 0 && checks > 0 ? 'passed' : 'failed';
  return { fault, outcome, seconds, observed, checks, violations, rules };
}

async function within(seconds: number, work: Promise<void>): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`It was not over after ${seconds} s.`)), seconds * 1_000);
  // Once the time is over, nobody waits for the work, which fails as its processes end.
  work.catch(() => undefined);
  await Promise.race([work, promise]).finally(() => clearTimeout(timer));
}
