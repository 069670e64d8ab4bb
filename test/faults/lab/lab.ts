import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CleanUp } from '../../../bench/clean-up.ts';
import { Prng } from '../../memory/prng.ts';
import { type CheckedRule, violationsOf } from './checked-rule.ts';

interface LabOptions {
  seed: number;
  /** Sends and waits less, for `npm test`. */
  short: boolean;
}

/** What a fault gets: a folder, chance, a place for what it observes, and steps that undo everything in the end. */
export class Lab {
  readonly short: boolean;
  readonly folder = mkdtempSync(join(tmpdir(), 'florin-faults-'));
  readonly cleanUp = new CleanUp();
  readonly observed: string[] = [];
  readonly violations: string[] = [];
  readonly rules: CheckedRule[] = [];
  readonly prng: Prng;
  readonly #over = new AbortController();
  checks = 0;

  constructor({ seed, short }: LabOptions) {
    this.short = short;
    this.prng = new Prng(seed);
    this.cleanUp.add(async () => rmSync(this.folder, { recursive: true, force: true }));
  }

  /** Aborted once the fault is over; everything that repeats must end then. */
  get signal(): AbortSignal {
    return this.#over.signal;
  }

  /** How often to do something: fewer times in a short run. */
  count(full: number, short: number): number {
    return this.short ? short : full;
  }

  observe(what: string): void {
    this.observed.push(what);
  }

  /** Records a violation unless the condition holds. */
  check(holds: boolean, violation: string): void {
    this.checkAll(holds ? [] : [violation]);
  }

  /** Records one or more checks, and everything that they found. */
  checkAll(violations: readonly string[], checks = 1): void {
    this.checks += checks;
    this.violations.push(...violations);
  }

  /** Records rules that were checked, for the list at the end. */
  checkRules(rules: readonly CheckedRule[]): void {
    this.rules.push(...rules);
    this.checkAll(violationsOf(rules), rules.length);
  }

  async close(): Promise<void> {
    this.#over.abort();
    await this.cleanUp.run();
  }
}
