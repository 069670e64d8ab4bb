import { expect, it } from 'vitest';
import { LIMITS } from '../limits.ts';
import { nextMailAttempt } from './mail-retry.ts';

it('nextMailAttempt doubles the pause, up to a limit, and gives up after about a day', () => {
  const pauses: number[] = [];
  for (let attempts = 1; ; attempts += 1) {
    const nextMs = nextMailAttempt(attempts, 1_000);
    if (nextMs === undefined) break;
    pauses.push(nextMs - 1_000);
  }
  expect(pauses).toHaveLength(LIMITS.mailAttemptsMax - 1);
  expect(pauses.slice(0, 3)).toEqual([30_000, 60_000, 120_000]);
  expect(Math.max(...pauses)).toBe(LIMITS.mailRetryMsMax);
  const hours = pauses.reduce((sum, pause) => sum + pause, 0) / 3_600_000;
  expect(hours).toBeGreaterThan(12);
  expect(hours).toBeLessThan(30);
});
