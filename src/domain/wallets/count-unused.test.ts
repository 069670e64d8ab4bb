import { expect, it } from 'vitest';
import { countUnused } from './count-unused.ts';

const addresses = (...used: boolean[]) => used.map((one) => ({ used: one }));

it('counts unused addresses from the newest back to the first that was paid', () => {
  expect(countUnused([])).toBe(0);
  expect(countUnused(addresses(true, false, false))).toBe(0);
  expect(countUnused(addresses(false, false, true, false))).toBe(2);
  expect(countUnused(addresses(false, false))).toBe(2);
});
