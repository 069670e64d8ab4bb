import { describe, expect, it } from 'vitest';
import { type Cursor, formatCursor, parseCursor } from './cursor.ts';
import { earlierCursor } from './earlier-cursor.ts';

const cursorAt = (height: number, from: number, logs: readonly string[] = []): Cursor => ({
  height,
  hash: `0x${height.toString(16).padStart(64, '0')}`,
  timeMs: height * 12_000,
  trail: [{ height, hash: 'f'.repeat(16) }],
  reread: { from, logs },
  coinBooks: [],
});

describe('the earlier of two cursors of an EVM network', () => {
  it('has the lower block, and reads again what either of them would, with nothing remembered', () => {
    const low = cursorAt(100, 98, ['99.0.aaaaaaaa']);
    const high = cursorAt(105, 95, ['99.0.aaaaaaaa', '96.1.bbbbbbbb']);
    for (const found of [
      earlierCursor(formatCursor(low), formatCursor(high)),
      earlierCursor(formatCursor(high), formatCursor(low)),
    ]) {
      expect(parseCursor(found)).toEqual({ ...low, reread: { from: 95, logs: [] } });
    }
  });

  it('reads nothing again above its own block', () => {
    const found = earlierCursor(formatCursor(cursorAt(10, 20)), formatCursor(cursorAt(30, 25)));
    expect(parseCursor(found).reread).toEqual({ from: 11, logs: [] });
  });

  it('rejects what is no cursor', () => {
    expect(() => earlierCursor('{}', formatCursor(cursorAt(1, 1)))).toThrow('cursor');
  });
});
