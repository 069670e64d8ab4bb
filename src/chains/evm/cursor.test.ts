import type { Hex } from 'viem';
import { expect, it } from 'vitest';
import { formatCursor, markOf, type Position, parseCursor, stepBack, stepForward } from './cursor.ts';

const hashOf = (height: number): Hex => `0x${height.toString(16).padStart(64, '0')}`;
const blockAt = (height: number) => ({ height, hash: hashOf(height), timeMs: height * 1_000 });
const start: Position = { ...blockAt(10), trail: [markOf(blockAt(10))] };

it('can be stored as text', () => {
  const position = stepForward(start, blockAt(20), [markOf(blockAt(15))]);
  for (const coin of [undefined, { comparedAtMs: 5, balances: { '0xab': '7' } }])
    expect(parseCursor(formatCursor({ ...position, coin }))).toEqual({ ...position, coin });
});

it('remembers the end of each scan and the blocks with transfers, in order', () => {
  const marks = [18, 15, 20, 9].map((height) => markOf(blockAt(height)));
  const { trail } = stepForward(start, blockAt(20), marks);
  expect(trail.map(({ height }) => height)).toEqual([10, 15, 18, 20]);
  expect(stepBack({ ...start, trail }, blockAt(15)).trail.map(({ height }) => height)).toEqual([10, 15]);
});

it('forgets the oldest blocks', () => {
  let position = start;
  for (let height = 11; height < 500; height += 1) position = stepForward(position, blockAt(height), []);
  expect(position.trail).toHaveLength(128);
  expect(position.trail.at(-1)).toEqual(markOf(blockAt(499)));
});

it.each(['{', 'null', '[]', '{}', '{"height":1,"hash":"0x1","timeMs":1,"trail":""}'])('rejects %s', (text) => {
  expect(() => parseCursor(text)).toThrow(/scan cursor of this network is invalid/);
});
