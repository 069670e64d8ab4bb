import type { Random } from '../../ports/random.ts';
import { distrustedError, isHash } from './read-response.ts';

const TRAIL_BLOCKS_MAX = 200;
const SHORT_HASH_DIGITS = 16;
const LOG_NAME_BYTES = 8;

/** The last block that was read, and the blocks before it. */
export interface Position {
  height: number;
  hash: string;
  timeMs: number;
  /** Short hashes of the last blocks in order of height, ending with this block. */
  trail: readonly string[];
}

/** How far the mempool was read, by the process that keeps this log. */
export interface MempoolCursor {
  log: string;
  number: number;
}

/** A name that no other process has, nor this one after a restart. */
export const nameLog = (random: Random): string => Buffer.from(random.bytes(LOG_NAME_BYTES)).toString('hex');

export interface Cursor extends Position {
  mempool: MempoolCursor | undefined;
}

/** Uses the end of the hash, because the beginning is all zeros. */
export const shortHash = (hash: string): string => hash.slice(-SHORT_HASH_DIGITS);

/** The short hash at a height; undefined if the trail does not reach it. */
export const trailAt = ({ height, trail }: Position, wanted: number): string | undefined =>
  wanted > height ? undefined : trail.at(wanted - height - 1);

/** The heights that belong to a block's trail. */
export const trailHeights = (height: number): number[] =>
  Array.from({ length: Math.min(TRAIL_BLOCKS_MAX, height + 1) }, (_, back) => height - back).toReversed();

export const stepForward = (position: Position, { hash, timeMs }: { hash: string; timeMs: number }): Position => ({
  height: position.height + 1,
  hash,
  timeMs,
  trail: [...position.trail, shortHash(hash)].slice(-TRAIL_BLOCKS_MAX),
});

/** Steps back to a block of the trail. */
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
    throw distrustedError('The scan cursor of this network is invalid.');
  }
  return {
    height: height as number,
    hash,
    timeMs: timeMs as number,
    trail: trail.match(/.{16}/g) ?? [],
    mempool: mempool as MempoolCursor | undefined,
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
