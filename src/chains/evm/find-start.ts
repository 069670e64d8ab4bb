import type { EvmNode } from './create-node.ts';
import { markOf, type Position } from './cursor.ts';
import type { Header } from './read-block.ts';

/** How far the clock of a chain may be behind the real time. */
const CLOCK_SLACK_MS = 10 * 60 * 1_000;
/** How far below the start a reorganization can be followed. */
const TRAIL_DISTANCES = [64, 16, 4, 1];

/**
 * The last block that can be skipped: everything sent after `sinceMs` is in a later block. Block times never decrease, so
 * a search finds the block with a few dozen calls, however old the time is. It begins near the tip, by the usual time
 * between two blocks.
 */
export async function findStart(
  node: EvmNode,
  tip: Header,
  { sinceMs, blockMs }: { sinceMs: number; blockMs: number },
): Promise<Position> {
  const fromMs = sinceMs - CLOCK_SLACK_MS;
  if (tip.timeMs < fromMs) return positionAt(node, tip);
  let high = tip.height;
  let low = high;
  let found: Header | undefined;
  for (let distance = Math.ceil((tip.timeMs - fromMs) / blockMs) + 1; low > 0 && found === undefined; distance *= 2) {
    low = Math.max(0, high - distance);
    const header = await node.header(low);
    if (header.timeMs < fromMs) found = header;
    else high = low;
  }
  if (found === undefined) return positionAt(node, await node.header(0));
  while (high - found.height > 1) {
    const header = await node.header(Math.floor((found.height + high) / 2));
    if (header.timeMs < fromMs) found = header;
    else high = header.height;
  }
  return positionAt(node, found);
}

/** The very next block may cause a reorganization, so the trail begins with a few blocks below. */
async function positionAt(node: EvmNode, { height, hash, timeMs }: Header): Promise<Position> {
  const heights = [...new Set(TRAIL_DISTANCES.map((distance) => Math.max(0, height - distance)))];
  const below = await Promise.all(heights.filter((wanted) => wanted < height).map((wanted) => node.header(wanted)));
  return { height, hash, timeMs, trail: [...below.map(markOf), markOf({ height, hash })] };
}
