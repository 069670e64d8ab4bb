import type { BlockSource, Header, Tip } from './block-source.ts';
import { type Position, shortHash, trailHeights } from './cursor.ts';

/** How far a miner's clock may be behind the real time. */
const CLOCK_SLACK_MS = 2 * 60 * 60 * 1_000;
/** The number of blocks whose times form a block's median time. */
const MEDIAN_BLOCKS = 11;

/**
 * The last block that can be skipped: everything sent after `sinceMs` is in a later block. Median times never decrease,
 * so a binary search finds the block with a few dozen calls, however old the time is.
 */
export async function findStart(source: BlockSource, tip: Tip, sinceMs: number): Promise<Position> {
  const fromMs = sinceMs - CLOCK_SLACK_MS;
  const headerAt = async (height: number) => source.header(await source.hashAt(height));
  let last = await source.header(tip.hash);
  if (last.timeMs >= fromMs) {
    last = await headerAt(Math.max(0, (await lastBelow(headerAt, tip.height, fromMs)) - MEDIAN_BLOCKS));
    for (let height = last.height + 1; height <= tip.height; height += 1) {
      const next = await headerAt(height);
      if (next.timeMs >= fromMs) break;
      last = next;
    }
  }
  return positionAt(source, last);
}

/** The greatest height with a median time before `fromMs`; 0 if there is none. */
async function lastBelow(
  headerAt: (height: number) => Promise<Header>,
  tipHeight: number,
  fromMs: number,
): Promise<number> {
  let [low, high] = [0, tipHeight];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((await headerAt(middle)).medianTimeMs < fromMs) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Fetches a full trail, because the very next block may cause a reorganization. */
async function positionAt(source: BlockSource, { height, hash, timeMs }: Header): Promise<Position> {
  const hashes = await source.hashesAt(trailHeights(height));
  return { height, hash, timeMs, trail: hashes.map(shortHash) };
}
