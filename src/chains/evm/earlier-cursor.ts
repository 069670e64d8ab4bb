import { formatCursor, parseCursor } from './cursor.ts';

/**
 * The cursor with the lower block. The last blocks are read again, and what one scan found in them, the other may have
 * missed, so all of it is reported again.
 */
export function earlierCursor(one: string, other: string): string {
  const [a, b] = [parseCursor(one), parseCursor(other)];
  const earlier = a.height < b.height ? a : b;
  const from = Math.min(a.reread.from, b.reread.from, earlier.height + 1);
  return formatCursor({ ...earlier, reread: { from, logs: [] } });
}
