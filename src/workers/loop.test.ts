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
