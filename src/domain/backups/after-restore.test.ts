import { describe, expect, it } from 'vitest';
import { amountsHeldUntil, eventNumberJump, leaseTokenFrom } from './after-restore.ts';

const HOUR_MS = 3_600_000;
const NOW_MS = Date.UTC(2031, 4, 6);

describe('after a restore', () => {
  it('event numbers move on by a million for every day since the backup', () => {
    expect(eventNumberJump(NOW_MS, NOW_MS)).toBe(1_000_000);
    expect(eventNumberJump(NOW_MS - 24 * HOUR_MS + 1, NOW_MS)).toBe(1_000_000);
    expect(eventNumberJump(NOW_MS - 24 * HOUR_MS, NOW_MS)).toBe(2_000_000);
    expect(eventNumberJump(NOW_MS - 240 * HOUR_MS, NOW_MS)).toBe(11_000_000);
  });

  it('a clock that was behind does not move them back', () => {
    expect(eventNumberJump(NOW_MS + HOUR_MS, NOW_MS)).toBe(1_000_000);
  });

  it('exact amounts are held as long as the longest of the backup, and at least as long as by default', () => {
    expect(amountsHeldUntil(100 * HOUR_MS, NOW_MS)).toBe(NOW_MS + 100 * HOUR_MS);
    expect(amountsHeldUntil(0, NOW_MS)).toBe(NOW_MS + 26 * HOUR_MS);
  });

  it('tokens of leases are above those of an earlier restore', () => {
    expect(leaseTokenFrom(NOW_MS)).toBeGreaterThan(leaseTokenFrom(NOW_MS - HOUR_MS) + 3_000);
    expect(Number.isSafeInteger(leaseTokenFrom(NOW_MS))).toBe(true);
  });
});
