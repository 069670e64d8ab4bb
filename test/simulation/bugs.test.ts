import { beforeAll, describe, expect, it } from 'vitest';
import foundBy from './bugs/found-by.json' with { type: 'json' };
import { PLANTED_BUGS } from './bugs/planted-bugs.ts';
import { findBugs } from './find-bugs.ts';
import type { SeedResult } from './run-seed.ts';

const violations = new Map<string, SeedResult['violation']>();

beforeAll(() => findBugs(({ name, violation }) => violations.set(name, violation)));

it('the seed that finds each bug is recorded, by `npm run simulate -- --bugs`', () => {
  expect(Object.keys(foundBy)).toEqual([...PLANTED_BUGS.keys()]);
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
