import { expect, it } from 'vitest';
import { createCache } from './create-cache.ts';

function setUp() {
  const clock = { ms: 1_000_000, nowMs: () => clock.ms };
  const recall = createCache<number>(clock, 10_000);
  let calls = 0;
  const ask = async () => {
    calls += 1;
    return calls;
  };
  return { clock, recall, ask };
}

it('asks once for all who want the same, and again when it is too old', async () => {
  const { clock, recall, ask } = setUp();
  expect(await Promise.all([recall('a', ask), recall('a', ask), recall('b', ask)])).toEqual([1, 1, 2]);
  clock.ms += 9_999;
  expect(await recall('a', ask)).toBe(1);
  clock.ms += 1;
  expect(await recall('a', ask)).toBe(3);
});

it('does not remember a failure', async () => {
  const { recall, ask } = setUp();
  await expect(recall('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await recall('a', ask)).toBe(1);
});

it('asks again if the clock was set back', async () => {
  const { clock, recall, ask } = setUp();
  await recall('a', ask);
  clock.ms -= 60_000;
  expect(await recall('a', ask)).toBe(2);
});
