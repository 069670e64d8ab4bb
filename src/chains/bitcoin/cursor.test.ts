import { describe, expect, it } from 'vitest';
import {
  type Cursor,
  formatCursor,
  parseCursor,
  shortHash,
  stepBack,
  stepForward,
  trailAt,
  trailHeights,
} from './cursor.ts';

const hashOf = (height: number) => height.toString(16).padStart(64, '0');
const start: Cursor = {
  height: 1_000,
  hash: hashOf(1_000),
  timeMs: 1_700_000_000_000,
  trail: trailHeights(1_000).map((height) => shortHash(hashOf(height))),
  mempool: { log: 'ab', number: 4 },
};

describe('a cursor', () => {
  it('survives a round trip through its text form', () => {
    expect(parseCursor(formatCursor(start))).toEqual(start);
    expect(parseCursor(formatCursor({ ...start, mempool: undefined })).mempool).toBeUndefined();
    expect(formatCursor(start).length).toBeLessThan(3_500);
  });

  it.each(['', 'null', '7', '{}', '{"height":1,"hash":"ab","timeMs":1,"trail":""}'])(
    'is rejected if it is invalid: %s',
    (text) => {
      expect(() => parseCursor(text)).toThrow(expect.objectContaining({ kind: 'distrusted' }));
    },
  );

  it('identifies blocks by the end of their hashes, because hashes start with zeros', () => {
    expect(shortHash(`${'0'.repeat(48)}0123456789abcdef`)).toBe('0123456789abcdef');
  });

  it('remembers only the last 200 blocks', () => {
    expect(trailAt(start, 1_000)).toBe(shortHash(hashOf(1_000)));
    expect(trailAt(start, 801)).toBe(shortHash(hashOf(801)));
    expect(trailAt(start, 800)).toBeUndefined();
    expect(trailAt(start, 1_001)).toBeUndefined();
    expect(trailHeights(2)).toEqual([0, 1, 2]);
  });

  it('steps forward and back', () => {
    const on = stepForward(start, { hash: hashOf(1_001), timeMs: 5 });
    expect([on.height, on.trail.length, trailAt(on, 801)]).toEqual([1_001, 200, undefined]);
    const back = stepBack(on, { height: 990, hash: hashOf(990), timeMs: 4 });
    expect(trailAt(back, 990)).toBe(shortHash(hashOf(990)));
    expect(trailAt(back, 991)).toBeUndefined();
    expect(trailAt(back, 802)).toBe(shortHash(hashOf(802)));
  });
});
