import { describe, expect, it } from 'vitest';
import { countUnused, warnOfUnused } from './unused-addresses.ts';

const places = (...used: boolean[]) => used.map((one) => ({ used: one }));

describe('unused addresses', () => {
  it('are counted from the newest back to the first that was paid', () => {
    expect(countUnused([])).toBe(0);
    expect(countUnused(places(true, false, false))).toBe(0);
    expect(countUnused(places(false, false, true, false))).toBe(2);
    expect(countUnused(places(false, false))).toBe(2);
  });

  it('are warned of from 15 on, and those beyond what is counted are said to be more', () => {
    expect(warnOfUnused(14)).toEqual([]);
    expect(warnOfUnused(15)).toMatchObject([
      { code: 'many_unused_addresses', detail: expect.stringMatching(/^15 addresses in a row/) },
    ]);
    expect(warnOfUnused(20)).toMatchObject([{ detail: expect.stringMatching(/^20 or more addresses in a row/) }]);
  });
});
