import type { CheckedRule } from './lab/checked-rule.ts';
import type { Lab } from './lab/lab.ts';
import type { Need } from './needs.ts';

export type FaultGroup = 'processes' | 'databases' | 'nodes' | 'input';

/** One thing that goes wrong, and what must hold during it and afterwards. */
export interface Fault {
  /** For `--only`. */
  name: string;
  group: FaultGroup;
  /** What is done, as a sentence. */
  title: string;
  needs: readonly Need[];
  /** Far above what a quiet machine needs. A fault that takes longer has failed. */
  secondsMax: number;
  run(lab: Lab): Promise<void>;
}

export interface FaultResult {
  fault: Fault;
  outcome: 'passed' | 'failed' | 'not run';
  seconds: number;
  observed: readonly string[];
  /** How many checks were made. */
  checks: number;
  violations: readonly string[];
  rules: readonly CheckedRule[];
}
