import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ClientTurns } from './client-turns.ts';

const TURN_MS = 250;

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

function setUp(atOnce = () => 2) {
  const turns = new ClientTurns({ atOnce, turnMsMax: TURN_MS });
  const started = new Map<string, () => void>();
  const take = (client: string, name: string) => turns.take(client, (leave) => started.set(name, leave));
  const leave = async (name: string) => {
    started.get(name)?.();
    await nextTurn();
  };
  return { started, take, leave };
}

it('lets a client have two at a time, and the others in the order in which they came', async () => {
  const { started, take, leave } = setUp();
  for (const name of ['a', 'b', 'c', 'd']) take('client', name);
  expect([...started.keys()]).toEqual(['a', 'b']);
  await leave('b');
  expect([...started.keys()]).toEqual(['a', 'b', 'c']);
  for (const name of ['a', 'c', 'd']) await leave(name);
  take('client', 'e');
  expect([...started.keys()]).toEqual(['a', 'b', 'c', 'd', 'e']);
});

it('does not let one client wait for another', () => {
  const { started, take } = setUp();
  for (const name of ['a', 'b', 'c']) take('one', name);
  take('other', 'd');
  expect([...started.keys()]).toEqual(['a', 'b', 'd']);
});

it('counts the end of a turn once', async () => {
  const { started, take, leave } = setUp();
  for (const name of ['a', 'b', 'c', 'd']) take('client', name);
  await leave('a');
  await leave('a');
  expect([...started.keys()]).toEqual(['a', 'b', 'c']);
});

it('lets the event loop serve others between two turns', async () => {
  const turns = new ClientTurns({ atOnce: () => 1, turnMsMax: TURN_MS });
  const order: string[] = [];
  for (const name of ['a', 'b', 'c']) {
    turns.take('client', (leave) => {
      order.push(name);
      leave();
    });
  }
  expect(order).toEqual(['a', 'b', 'c']);
  turns.take('client', (leave) => void setImmediate(leave));
  turns.take('client', () => order.push('late'));
  await nextTurn();
  expect(order).toEqual(['a', 'b', 'c']);
  await nextTurn();
  expect(order).toEqual(['a', 'b', 'c', 'late']);
});

it('does not let others wait for a request that takes long', async () => {
  const { started, take, leave } = setUp();
  for (const name of ['a', 'b', 'c', 'd', 'e']) take('client', name);
  vi.advanceTimersByTime(TURN_MS - 1);
  await nextTurn();
  expect([...started.keys()]).toEqual(['a', 'b']);
  vi.advanceTimersByTime(1);
  await nextTurn();
  expect([...started.keys()]).toEqual(['a', 'b', 'c', 'd']);
  // Its turn was over before.
  await leave('a');
  expect([...started.keys()]).toEqual(['a', 'b', 'c', 'd']);
});

it('lets fewer start once a client may have fewer', async () => {
  let atOnce = 3;
  const { started, take, leave } = setUp(() => atOnce);
  for (const name of ['a', 'b', 'c', 'd', 'e']) take('client', name);
  atOnce = 1;
  for (const name of ['a', 'b']) await leave(name);
  expect([...started.keys()]).toEqual(['a', 'b', 'c']);
  await leave('c');
  expect([...started.keys()]).toEqual(['a', 'b', 'c', 'd']);
  await leave('d');
  expect([...started.keys()]).toEqual(['a', 'b', 'c', 'd', 'e']);
});
