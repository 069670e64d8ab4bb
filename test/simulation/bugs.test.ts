import { beforeAll, describe, expect, it } from 'vitest';
import { PLANTED_BUGS } from './bugs/planted-bugs.ts';
import { runInThreads } from './run-in-threads.ts';
import type { SeedResult } from './run-seed.ts';

interface Found {
  name: string;
  violation: SeedResult['violation'];
}

const violations = new Map<string, SeedResult['violation']>();

beforeAll(async () => {
  const found = await runInThreads(new URL('./bug-worker.ts', import.meta.url), [...PLANTED_BUGS.keys()]);
  for (const { name, violation } of found as Found[]) violations.set(name, violation);
});

/** A simulation that misses these bugs would miss real ones. */
describe('the right invariant finds a bug:', () => {
  it.each([...PLANTED_BUGS])('%s', (name, { bug, seeds }) => {
    const violation = violations.get(name);
    if (!violation) expect.fail(`no seed of ${seeds.length} found it`);
    expect(bug.caughtBy, violation.message).toContain(violation.invariant);
    expect(violation.trace.length).toBeGreaterThan(0);
  });
});
