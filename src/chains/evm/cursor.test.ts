import type { Hex } from 'viem';
import { expect, it } from 'vitest';
import {
  formatCursor,
  markOf,
  type Position,
  parseCursor,
  printLogName,
  rereadFrom,
  rereadUpTo,
  stepBack,
  stepForward,
} from './cursor.ts';

const hashOf = (height: number): Hex => `0x${height.toString(16).padStart(64, '0')}`;
const blockAt = (height: number) => ({ height, hash: hashOf(height), timeMs: height * 1_000 });
const start: Position = { ...blockAt(10), trail: [markOf(blockAt(10))] };

it('can be stored as text', () => {
  const position = stepForward(start, blockAt(20), [markOf(blockAt(15))]);
  const reread = { from: 5, logs: ['7.1.abc'] };
  const book = { comparedAtMs: 5, held: { '0xab': { height: 3, units: '7' } }, added: [], from: '' };
  for (const coinBooks of [[], [book]])
    expect(parseCursor(formatCursor({ ...position, reread, coinBooks }))).toEqual({ ...position, reread, coinBooks });
});

it('remembers the end of each scan and the blocks with transfers, in order', () => {
  const marks = [18, 15, 20, 9].map((height) => markOf(blockAt(height)));
  const { trail } = stepForward(start, blockAt(20), marks);
  expect(trail.map(({ height }) => height)).toEqual([9, 10, 15, 18, 20]);
  expect(stepBack({ ...start, trail }, blockAt(15)).trail.map(({ height }) => height)).toEqual([9, 10, 15]);
});

it('remembers all recent blocks and some of the older ones, so that filled blocks do not shorten the trail', () => {
  let position = start;
  for (let height = 11; height < 20_000; height += 1) position = stepForward(position, blockAt(height), []);
  const heights = position.trail.map(({ height }) => height);
  expect(heights.length).toBeLessThanOrEqual(128 + 30);
  expect(heights.slice(-128)).toEqual(Array.from({ length: 128 }, (_, step) => 19_872 + step));
  for (const depth of [200, 1_000, 5_000]) {
    const reached = heights.findLast((height) => height <= 20_000 - depth) ?? 0;
    expect(20_000 - reached).toBeLessThanOrEqual(depth * 1.6);
  }
});

const logAt = (blockHeight: number, blockPosition = 0) => ({ blockHeight, blockPosition, tx: hashOf(blockHeight) });

it('remembers the logs of the last blocks, and forgets those of blocks that are gone', () => {
  const first = rereadFrom(
    rereadUpTo(undefined, 10),
    0,
    [11, 12, 15].map((height) => logAt(height)),
  );
  expect(first).toEqual({ from: 11, logs: [11, 12, 15].map((height) => printLogName(logAt(height))) });
  const second = rereadFrom(first, 12, [logAt(16)]);
  expect(second).toEqual({ from: 12, logs: [12, 15, 16].map((height) => printLogName(logAt(height))) });
  expect(rereadUpTo(second, 14)).toEqual({ from: 12, logs: [printLogName(logAt(12))] });
  expect(rereadUpTo(second, 9)).toEqual({ from: 10, logs: [] });
});

it('reads fewer blocks again if they have too many logs to remember', () => {
  const logs = [11, 12, 13].flatMap((height) => Array.from({ length: 90 }, (_, position) => logAt(height, position)));
  const { from, logs: names } = rereadFrom(rereadUpTo(undefined, 10), 0, logs);
  expect([from, names.length]).toEqual([12, 180]);
});

it.each(['{', 'null', '[]', '{}', '{"height":1,"hash":"0x1","timeMs":1,"trail":""}'])('rejects %s', (text) => {
  expect(() => parseCursor(text)).toThrow(/scan cursor of this network is invalid/);
});
