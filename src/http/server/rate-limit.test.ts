import { array, assert, nat, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { perMinute, perSecond, RateLimit } from './rate-limit.ts';

/** Ten per second, twenty at once, and memory for a hundred clients. */
const limitClients = () => new RateLimit('test', perSecond(10), 100);

const drain = (limit: RateLimit, key: string, nowMs: number) => {
  let taken = 0;
  while (limit.take(key, nowMs) === 0) taken += 1;
  return taken;
};

const names = (count: number) => Array.from({ length: count }, (_, index) => `other ${index}`);

describe('a rate limit', () => {
  it('allows a burst, then the rate, to the millisecond', () => {
    const limit = limitClients();
    expect(drain(limit, 'a', 0)).toBe(20);
    expect(limit.take('a', 0)).toBe(100);
    expect(limit.take('a', 99)).toBeGreaterThan(0);
    expect(limit.take('a', 100)).toBe(0);
    expect(limit.take('a', 100)).toBe(100);
    expect(drain(limit, 'a', 60_000)).toBe(20);
  });

  it('of a minute allows its count at once, and recovers within the minute', () => {
    const limit = new RateLimit('test', perMinute(6));
    expect(drain(limit, 'a', 0)).toBe(6);
    expect(drain(limit, 'a', 10_000)).toBe(1);
    expect(drain(limit, 'a', 70_000)).toBe(6);
  });

  it('counts each client apart', () => {
    const limit = limitClients();
    drain(limit, 'a', 0);
    expect(limit.take('b', 0)).toBe(0);
  });

  it('never allows more than burst and rate over any time', () => {
    assert(
      property(array(nat(300), { maxLength: 200 }), (pauses) => {
        const limit = limitClients();
        let [nowMs, taken] = [0, 0];
        for (const pause of pauses) {
          nowMs += pause;
          if (limit.take('a', nowMs) === 0) taken += 1;
        }
        expect(taken).toBeLessThanOrEqual(20 + nowMs / 100);
      }),
    );
  });

  it('says when to come back', () => {
    const limit = new RateLimit('test', perMinute(6));
    drain(limit, 'a', 0);
    expect(limit.count('a', 0, { vary: 'x' })).toMatchObject({
      code: 'rate_limited',
      headers: { 'retry-after': '10', ratelimit: '"test";r=0;t=10', 'ratelimit-policy': '"test";q=6;w=60', vary: 'x' },
    });
    expect(limit.count('b', 0)).toBeUndefined();
  });
});

describe('a rate limit with more clients than it has room for', () => {
  it('forgets no client that has used up its tokens', () => {
    const limit = limitClients();
    drain(limit, 'a', 0);
    for (const name of names(10_000)) limit.take(name, 0);
    expect(limit.take('a', 0)).toBeGreaterThan(0);
  });

  it('lets those without room share the tokens of one', () => {
    const limit = limitClients();
    for (const name of names(100)) limit.take(name, 0);
    const passed = names(300)
      .slice(100)
      .filter((name) => limit.take(name, 0) === 0);
    expect(passed).toHaveLength(20);
  });

  it('makes room with clients that have all their tokens again', () => {
    const limit = limitClients();
    for (const name of names(100)) limit.take(name, 0);
    expect(drain(limit, 'late', 99)).toBe(20);
    expect(drain(limit, 'late', 100)).toBe(20);
    expect(limit.take('late', 100)).toBeGreaterThan(0);
    expect(drain(limit, 'later', 100)).toBe(20);
  });
});
