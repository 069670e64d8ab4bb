import { expect, it } from 'vitest';
import { TestClock } from '../../../test/memory/clock.ts';
import { makeId } from '../../domain/ids.ts';
import { KeyUseLog } from './key-use-log.ts';

it('KeyUseLog keeps the last use of each key until it is taken', () => {
  const clock = new TestClock(1_000);
  const log = new KeyUseLog(clock);
  const [one, two] = [makeId('key', 1, new Uint8Array(10)), makeId('key', 2, new Uint8Array(10))];
  log.note(one, 'a');
  log.note(two, 'b');
  clock.advance(5);
  log.note(one, 'c');
  expect(log.take()).toEqual([
    { keyId: one, atMs: 1_005, address: 'c' },
    { keyId: two, atMs: 1_000, address: 'b' },
  ]);
  expect(log.take()).toEqual([]);
  log.note(two, 'd');
  expect(log.take()).toEqual([{ keyId: two, atMs: 1_005, address: 'd' }]);
});
