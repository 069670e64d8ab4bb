import type { Hex } from 'viem';
import { distrustedError, isHash } from './read-response.ts';

const TRAIL_MARKS_MAX = 128;
const SHORT_HASH_DIGITS = 16;

/** A block that was read, by its height and the end of its hash. */
export interface Mark {
  height: number;
  hash: string;
}

/** The last block that was read, and some before it. */
export interface Position {
  height: number;
  hash: Hex;
  timeMs: number;
  /**
   * Blocks in order of height, ending with this one: the last block of each scan, and every block with a transfer. A block
   * that is not among them has no transfer, so it does not matter on which side of a fork it was.
   */
  trail: readonly Mark[];
}

/** What the watched addresses should hold of the coin at the last block that was read, in its smallest unit. */
export interface CoinBook {
  /** When balances were compared last, by the chain's clock. */
  comparedAtMs: number;
  balances: Readonly<Record<string, string>>;
}

export interface Cursor extends Position {
  coin: CoinBook | undefined;
}

export const markOf = ({ height, hash }: { height: number; hash: string }): Mark => ({
  height,
  hash: hash.slice(-SHORT_HASH_DIGITS),
});

/** Moves on to a block, and keeps marks of the blocks with transfers on the way. */
export function stepForward(
  position: Position,
  to: { height: number; hash: Hex; timeMs: number },
  between: readonly Mark[],
): Position {
  const added = between.filter(({ height }) => height > position.height && height < to.height);
  const trail = [...position.trail, ...added.toSorted((a, b) => a.height - b.height), markOf(to)];
  const { height, hash, timeMs } = to;
  return { height, hash, timeMs, trail: trail.slice(-TRAIL_MARKS_MAX) };
}

/** Steps back to a block of the trail. */
export const stepBack = (position: Position, to: { height: number; hash: Hex; timeMs: number }): Position => ({
  height: to.height,
  hash: to.hash,
  timeMs: to.timeMs,
  trail: position.trail.filter(({ height }) => height <= to.height),
});

export const formatCursor = ({ height, hash, timeMs, trail, coin }: Cursor): string =>
  JSON.stringify({ height, hash, timeMs, trail: trail.map((mark) => `${mark.height}:${mark.hash}`).join(' '), coin });

export function parseCursor(text: string): Cursor {
  const { height, hash, timeMs, trail, coin } = (parseJson(text) ?? {}) as Record<string, unknown>;
  if (!Number.isSafeInteger(height) || !isHash(hash) || !Number.isSafeInteger(timeMs) || typeof trail !== 'string') {
    throw distrustedError('The scan cursor of this network is invalid.');
  }
  return {
    height: height as number,
    hash,
    timeMs: timeMs as number,
    trail: trail.split(' ').map(readMark),
    coin: coin as CoinBook | undefined,
  };
}

function readMark(text: string): Mark {
  const [height = '', hash = ''] = text.split(':');
  return { height: Number(height), hash };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
