import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fullBucket, takeToken } from '../http/server/token-bucket.ts';
import { parseIdempotencyKey } from './intents/idempotency-key.ts';
import { INTENT_STATUSES, type IntentStatus, mayFollow } from './intents/intent-status.ts';

describe('statuses', () => {
  it('lead only to statuses that exist, and never to themselves', () => {
    const all = Object.keys(INTENT_STATUSES) as IntentStatus[];
    for (const from of all) {
      expect(mayFollow(from, from)).toBe(false);
      for (const to of INTENT_STATUSES[from]) expect(all).toContain(to);
    }
  });

  it('never take back what was delivered, except for a review', () => {
    expect(INTENT_STATUSES.succeeded).toEqual(['needs_review']);
  });
});

describe('idempotency keys', () => {
  it.each([
    ['abc', 'abc'],
    ['"abc"', 'abc'],
    ['"a\\"b\\\\c"', 'a"b\\c'],
    ['a b', 'a b'],
    ['x'.repeat(255), 'x'.repeat(255)],
    [`"${'x'.repeat(255)}"`, 'x'.repeat(255)],
  ])('reads %j', (text, key) => expect(parseIdempotencyKey(text)).toBe(key));

  it.each(['', '""', ' ', 'x'.repeat(256), 'ä', 'a\tb', ' a'])('refuses %j', (text) =>
    expect(parseIdempotencyKey(text)).toBeUndefined(),
  );
});

describe('token buckets', () => {
  const size = { perSecond: 10, capacity: 20 };

  it('give the burst at once, then the rate, and say how long to wait', () => {
    const bucket = fullBucket(size, 0);
    for (let i = 0; i < 20; i += 1) expect(takeToken(bucket, size, 0)).toBe(0);
    expect(takeToken(bucket, size, 0)).toBe(100);
    expect(takeToken(bucket, size, 99)).toBeGreaterThan(0);
    expect(takeToken(bucket, size, 200)).toBe(0);
  });

  it('never give more than burst plus rate over any time', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 500 }), { minLength: 1, maxLength: 200 }), (gaps) => {
        const bucket = fullBucket(size, 0);
        let nowMs = 0;
        let taken = 0;
        for (const gap of gaps) {
          nowMs += gap;
          if (takeToken(bucket, size, nowMs) === 0) taken += 1;
        }
        expect(taken).toBeLessThanOrEqual(size.capacity + (nowMs * size.perSecond) / 1_000 + 1e-6);
      }),
    );
  });

  it('do not gain from a clock that runs backwards', () => {
    const bucket = fullBucket(size, 1_000);
    for (let i = 0; i < 20; i += 1) takeToken(bucket, size, 1_000);
    expect(takeToken(bucket, size, 0)).toBeGreaterThan(0);
    expect(takeToken(bucket, size, 1_000)).toBeGreaterThan(0);
  });
});
