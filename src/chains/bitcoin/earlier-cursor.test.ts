import { describe, expect, it } from 'vitest';
import { type Cursor, formatCursor, parseCursor } from './cursor.ts';
import { earlierCursor } from './earlier-cursor.ts';

const cursorAt = (height: number): Cursor => ({
  height,
  hash: height.toString(16).padStart(64, '0'),
  timeMs: height * 600_000,
  trail: ['f'.repeat(16)],
  mempool: { log: 'a process', number: height },
});

describe('the earlier of two cursors of Bitcoin', () => {
  it('has the lower block, and reads the whole mempool again', () => {
    const [low, high] = [cursorAt(7), cursorAt(9)];
    for (const found of [
      earlierCursor(formatCursor(low), formatCursor(high)),
      earlierCursor(formatCursor(high), formatCursor(low)),
    ]) {
      expect(parseCursor(found)).toEqual({ ...low, mempool: undefined });
    }
  });

  it('rejects what is no cursor', () => {
    expect(() => earlierCursor('{}', formatCursor(cursorAt(1)))).toThrow('cursor');
  });
});
