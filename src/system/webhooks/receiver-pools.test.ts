import { afterEach, beforeEach, expect, it } from 'vitest';
import { ReceiverPools } from './receiver-pools.ts';

let pools: ReceiverPools;
beforeEach(() => {
  pools = new ReceiverPools();
});
afterEach(() => pools.close());

const poolOf = (name: string, ...addresses: string[]) =>
  pools.of({ origin: `https://${name}.example`, path: '/', addresses });

it('has one pool for an origin and its addresses, in any order', () => {
  const pool = poolOf('a', '192.0.2.1', '192.0.2.2');
  expect(poolOf('a', '192.0.2.2', '192.0.2.1')).toBe(pool);
  expect(poolOf('a', '192.0.2.1')).not.toBe(pool);
  expect(poolOf('b', '192.0.2.1', '192.0.2.2')).not.toBe(pool);
});

it('closes the oldest of more than 512 pools', () => {
  const [first, second] = [poolOf('0', '192.0.2.1'), poolOf('1', '192.0.2.1')];
  for (let name = 2; name <= 512; name += 1) poolOf(String(name), '192.0.2.1');
  expect([first.closed, second.closed]).toEqual([true, false]);
  expect(poolOf('0', '192.0.2.1')).not.toBe(first);
});
