import { expect, it } from 'vitest';
import { onceAtATime } from './once-at-a-time.ts';

/** Work that ends when the test says so. */
function startable() {
  const running: (() => void)[] = [];
  let begun = 0;
  const work = () => {
    begun += 1;
    return new Promise<void>((resolve) => running.push(resolve));
  };
  const finish = async () => {
    running.shift()?.();
    await new Promise(setImmediate);
  };
  return { work, finish, begun: () => begun };
}

it('runs again once, however often it is called during a run', async () => {
  const { work, finish, begun } = startable();
  const run = onceAtATime(work);
  run();
  run();
  run();
  expect(begun()).toBe(1);
  await finish();
  expect(begun()).toBe(2);
  await finish();
  expect(begun()).toBe(2);
});

it('runs at each call that comes later', async () => {
  const { work, finish, begun } = startable();
  const run = onceAtATime(work);
  for (const times of [1, 2, 3]) {
    run();
    expect(begun()).toBe(times);
    await finish();
  }
});

it('pauses before it runs again', async () => {
  const { work, finish, begun } = startable();
  const run = onceAtATime(work, 20);
  run();
  run();
  await finish();
  expect(begun()).toBe(1);
  await expect.poll(begun).toBe(2);
});
