import { describe, expect, it } from 'vitest';
import { LIMITS } from '../limits.ts';
import { ATTEMPT_LIMITS, failuresRead, waitAfter } from './attempt-limit.ts';

const NOW_MS = 1_900_000_000_000;
const SECOND_MS = 1_000;

/** The times of failures, each so long after the one before, the last one now. */
const failures = (count: number, apartMs = 0) => Array.from({ length: count }, (_, index) => NOW_MS - index * apartMs);

describe('a limit per minute', () => {
  const { pair } = ATTEMPT_LIMITS;

  it('waits until the tenth last failure is a minute old, to the millisecond', () => {
    expect(waitAfter(pair, failures(pair.free - 1), NOW_MS)).toBe(0);
    expect(waitAfter(pair, failures(pair.free, SECOND_MS), NOW_MS)).toBe(51 * SECOND_MS);
    expect(waitAfter(pair, failures(pair.free, SECOND_MS), NOW_MS + 51 * SECOND_MS - 1)).toBe(1);
    expect(waitAfter(pair, failures(pair.free, SECOND_MS), NOW_MS + 51 * SECOND_MS)).toBe(0);
  });

  it('waits where another process counted a failure a moment ahead of this clock', () => {
    expect(waitAfter(pair, failures(pair.free), NOW_MS - 5)).toBeGreaterThan(0);
  });
});

describe('a growing delay', () => {
  const { account } = ATTEMPT_LIMITS;
  const after = (count: number, apartMs?: number) => waitAfter(account, failures(count, apartMs), NOW_MS) / SECOND_MS;

  it('doubles from a second to a minute', () => {
    expect(after(account.free - 1)).toBe(0);
    const waits = Array.from({ length: 9 }, (_, more) => after(account.free + more));
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60]);
  });

  it('is over when it has passed since the last failure', () => {
    expect(waitAfter(account, failures(account.free), NOW_MS + SECOND_MS - 1)).toBe(1);
    expect(waitAfter(account, failures(account.free), NOW_MS + SECOND_MS)).toBe(0);
  });

  it('forgets failures after an hour', () => {
    const times = failures(account.free + 3, SECOND_MS);
    const laterMs = NOW_MS + LIMITS.signInFailureCountedMs - (account.free + 1) * SECOND_MS;
    expect(waitAfter(account, times, laterMs)).toBe(0);
    expect(waitAfter(account, [laterMs, ...times], laterMs)).toBe(4 * SECOND_MS);
  });

  it('lets at most 80 guesses an hour through, from however many clients', () => {
    const guesses: number[] = [];
    for (let nowMs = NOW_MS; nowMs < NOW_MS + 24 * 3_600_000; nowMs += SECOND_MS) {
      const recent = guesses.slice(-failuresRead(account)).toReversed();
      if (waitAfter(account, recent, nowMs) === 0) guesses.push(nowMs);
    }
    expect(guesses.length / 24).toBeLessThan(80);
  });
});

it('reads no more failures than make a difference', () => {
  expect(failuresRead(ATTEMPT_LIMITS.pair)).toBe(LIMITS.failedSignInsPerMinute);
  const { account } = ATTEMPT_LIMITS;
  const enough = failures(failuresRead(account));
  expect(waitAfter(account, enough, NOW_MS)).toBe(waitAfter(account, failures(1_000), NOW_MS));
});
