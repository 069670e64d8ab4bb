import { expect, it } from 'vitest';
import { Lanes } from './lanes.ts';

function openTasks() {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const task = (name: string) => () => {
    started.push(name);
    return new Promise<void>((resolve) => ends.set(name, resolve));
  };
  const end = (name: string) => {
    ends.get(name)?.();
    return settle();
  };
  return { started, task, end };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Whether the promise has resolved. */
function watch(promise: Promise<void>): () => boolean {
  let resolved = false;
  void promise.finally(() => {
    resolved = true;
  });
  return () => resolved;
}

it('keeps the order within a lane, and lets lanes pass each other', async () => {
  const { started, task, end } = openTasks();
  const lanes = new Lanes(10);
  await lanes.add('a', task('a1'));
  await lanes.add('a', task('a2'));
  await lanes.add('b', task('b1'));
  await settle();
  expect(started).toEqual(['a1', 'b1']);
  await end('a1');
  expect(started).toEqual(['a1', 'b1', 'a2']);
  await end('a2');
  await end('b1');
  await lanes.end();
});

it('takes no more than it may', async () => {
  const { started, task, end } = openTasks();
  const lanes = new Lanes(2);
  await lanes.add('a', task('a1'));
  const hasRoom = watch(lanes.add('b', task('b1')));
  await settle();
  expect({ started, hasRoom: hasRoom() }).toEqual({ started: ['a1', 'b1'], hasRoom: false });
  await end('a1');
  expect(hasRoom()).toBe(true);
  await end('b1');
  await lanes.end();
});

it('ends when every task has ended', async () => {
  const { task, end } = openTasks();
  const lanes = new Lanes(10);
  await lanes.add('a', task('a1'));
  await lanes.add('a', task('a2'));
  const ended = watch(lanes.end());
  await settle();
  await end('a1');
  expect(ended()).toBe(false);
  await end('a2');
  expect(ended()).toBe(true);
});
