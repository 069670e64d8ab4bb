import { expect, it } from 'vitest';
import { nextAttemptAt, RETRY_PAUSES_MS } from './retry-schedule.ts';

const HOUR_MS = 3_600_000;

it('tries thirteen times, over about three days', () => {
  expect(RETRY_PAUSES_MS).toHaveLength(12);
  expect(RETRY_PAUSES_MS.reduce((sum, pause) => sum + pause, 0) / HOUR_MS).toBeCloseTo(75.7, 1);
  expect(nextAttemptAt(13, 0, 0.5, undefined)).toBeUndefined();
});

it.each([
  [1, 0, 4_000],
  [1, 0.5, 5_000],
  [1, 1, 6_000],
  [12, 0.5, 24 * HOUR_MS],
])('waits after %i failures, with %d of the jitter, %i ms', (attempts, random, pauseMs) => {
  expect(nextAttemptAt(attempts, 1_000, random, undefined)).toBe(1_000 + pauseMs);
});

it('waits longer if the receiver asks for it, at most a day', () => {
  expect(nextAttemptAt(1, 0, 0.5, 60_000)).toBe(60_000);
  expect(nextAttemptAt(4, 0, 0.5, 60_000)).toBe(600_000);
  expect(nextAttemptAt(1, 0, 0.5, 30 * HOUR_MS)).toBe(24 * HOUR_MS);
});
