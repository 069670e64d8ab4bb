import { distrust, isHash } from './read-answer.ts';

const TRAIL_BLOCKS_MAX = 200;
const SHORT_HASH_DIGITS = 16;

/** The last block that was read, and the way to it. */
export interface Position {
  height: number;
  hash: string;
  timeMs: number;
  /** Short hashes of the last blocks, in the order of their heights; the last one is this block's own. */
  trail: readonly string[];
}

/** Up to which entry of which mempool log a reader has been told. */
export interface MempoolMark {
  log: string;
  number: number;
}

export interface Cursor extends Position {
  mempool: MempoolMark | undefined;
}

/** The end of a hash tells blocks apart; its beginning is the proof of work, all zeros. */
export const shortHash = (hash: string): string => hash.slice(-SHORT_HASH_DIGITS);

/** The short hash that is held for a height; undefined where the trail does not reach. */
export const trailAt = ({ height, trail }: Position, wanted: number): string | undefined =>
  wanted > height ? undefined : trail.at(wanted - height - 1);

/** The heights whose hashes belong to the trail of a block. */
export const trailHeights = (height: number): number[] =>
  Array.from({ length: Math.min(TRAIL_BLOCKS_MAX, height + 1) }, (_, back) => height - back).toReversed();

export const stepOn = (position: Position, { hash, timeMs }: { hash: string; timeMs: number }): Position => ({
  height: position.height + 1,
  hash,
  timeMs,
  trail: [...position.trail, shortHash(hash)].slice(-TRAIL_BLOCKS_MAX),
});

/** Back to a block of the trail. */
export const stepBack = (position: Position, to: { height: number; hash: string; timeMs: number }): Position => ({
  ...to,
  trail: position.trail.slice(0, position.trail.length - (position.height - to.height)),
});

export const formatCursor = ({ height, hash, timeMs, trail, mempool }: Cursor): string =>
  JSON.stringify({ height, hash, timeMs, trail: trail.join(''), mempool });

export function parseCursor(text: string): Cursor {
  const cursor = parseJson(text) as Record<string, unknown> | null;
  const { height, hash, timeMs, trail, mempool } = cursor ?? {};
  if (!Number.isSafeInteger(height) || !isHash(hash) || !Number.isSafeInteger(timeMs) || typeof trail !== 'string') {
    throw distrust('The place up to which this network was read cannot be understood.');
  }
  return {
    height: height as number,
    hash,
    timeMs: timeMs as number,
    trail: trail.match(/.{16}/g) ?? [],
    mempool: mempool as MempoolMark | undefined,
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
