import { formatCursor, parseCursor } from './cursor.ts';

/** The cursor with the lower block. The mempool is read from its beginning, because the two may have read other parts. */
export function earlierCursor(one: string, other: string): string {
  const [a, b] = [parseCursor(one), parseCursor(other)];
  return formatCursor({ ...(a.height < b.height ? a : b), mempool: undefined });
}
