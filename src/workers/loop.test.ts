import { expect, it } from 'vitest';
import { startLoop } from './loop.ts';

/** Plays one result per round, then waits forever. */
function play(results: readonly (false | Error | undefined)[]) {
  const outcomes: string[] = [];
  let rounds = 0;
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
  const loop = startLoop(
    0,
    async () => {
      const result = results[rounds];
      rounds += 1;
      if (rounds === results.length) finish();
      if (result instanceof Error) throw result;
      return result;
    },
    { succeeded: () => outcomes.push('ok'), failed: (error) => outcomes.push((error as Error).message) },
  );
  return { outcomes, loop, finished, rounds: () => rounds };
}

it('startLoop starts at once, reports each round, and goes on after a failure', async () => {
  const { outcomes, loop, finished } = play([new Error('first'), undefined, new Error('second'), undefined]);
  await finished;
  await loop.stop();
  expect(outcomes.slice(0, 4)).toEqual(['first', 'ok', 'second', 'ok']);
});

it('startLoop tells when the first round is over, also if it failed', async () => {
  const { outcomes, loop } = play([new Error('first'), undefined]);
  await loop.firstRound;
  expect(outcomes).toEqual(['first']);
  await loop.stop();
});

it('startLoop says nothing about a round that did nothing', async () => {
  const { outcomes, loop, finished } = play([new Error('first'), false, false]);
  await finished;
  await loop.stop();
  expect(outcomes.slice(0, 1)).toEqual(['first']);
  expect(outcomes.filter((outcome) => outcome !== 'ok')).toEqual(['first']);
});

it('startLoop stops after the round that runs', async () => {
  const { loop, finished, rounds } = play([undefined]);
  await finished;
  await loop.stop();
  const before = rounds();
  await new Promise((resolve) => setImmediate(resolve));
  expect(rounds()).toBe(before);
});

/** A loop that pauses for an hour, unless it is woken. */
function sleepy(restMs = 0) {
  let rounds = 0;
  const waiting: (() => void)[] = [];
  const loop = startLoop(
    3_600_000,
    async () => {
      rounds += 1;
      for (const resolve of waiting.splice(0)) resolve();
    },
    { succeeded: () => undefined, failed: () => undefined },
    () => restMs,
  );
  const nextRound = () => new Promise<void>((resolve) => void waiting.push(resolve));
  return { loop, nextRound, rounds: () => rounds };
}

it('startLoop starts the next round when it is woken', async () => {
  const { loop, nextRound, rounds } = sleepy();
  await loop.firstRound;
  for (const expected of [2, 3]) {
    const round = nextRound();
    loop.wake();
    await round;
    expect(rounds()).toBe(expected);
  }
  await loop.stop();
});

it('startLoop runs once more for everything that woke it during a round', async () => {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  let rounds = 0;
  const { promise: second, resolve: ranTwice } = Promise.withResolvers<void>();
  const loop = startLoop(
    3_600_000,
    async () => {
      rounds += 1;
      if (rounds === 2) ranTwice();
      if (rounds === 1) await opened;
    },
    { succeeded: () => undefined, failed: () => undefined },
  );
  loop.wake();
  loop.wake();
  open();
  await second;
  await new Promise((resolve) => setImmediate(resolve));
  expect(rounds).toBe(2);
  await loop.stop();
});

it('startLoop rests after a round, however often it is woken, and stops during the rest', async () => {
  const { loop, rounds } = sleepy(3_600_000);
  await loop.firstRound;
  loop.wake();
  await new Promise((resolve) => setImmediate(resolve));
  expect(rounds()).toBe(1);
  await loop.stop();
  expect(rounds()).toBe(1);
});
