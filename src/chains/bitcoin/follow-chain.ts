import { ChainError } from '../../domain/networks/chain-error.ts';
import type { Watch } from '../../ports/chain.ts';
import type { Block, BlockSource, Tip } from './block-source.ts';
import { type Position, shortHash, stepBack, stepForward, trailAt } from './cursor.ts';
import { findStart } from './find-start.ts';
import { distrustedError } from './read-response.ts';

const SCAN_BLOCKS_MAX = 20;
/** A scan reads no further block beyond this number, because all its transactions are in memory at once. */
const SCAN_TRANSACTIONS_MAX = 10_000;
/** From this distance on, searching for the right block is cheaper than reading every block. */
const SKIP_BLOCKS_MIN = 200;

/** Nodes receive a block within seconds of each other, so a node that lacks one for longer has a problem. */
const BEHIND_MS_MAX = 10 * 60 * 1_000;

export interface ResumePoint {
  position: Position;
  rolledBackTo: number | undefined;
}

/** Where to continue: after the last block that was read and is still part of the chain. */
export async function findResumePoint(
  source: BlockSource,
  tip: Tip,
  previous: Position | undefined,
  watch: Watch,
): Promise<ResumePoint> {
  if (previous === undefined) return { position: await findStart(source, tip, watch.sinceMs), rolledBackTo: undefined };
  const resumePoint = await findFork(source, tip, previous, watch.nowMs);
  const isFarBack = tip.height - previous.height > SKIP_BLOCKS_MIN && previous.timeMs < watch.sinceMs;
  if (!isFarBack || watch.pending.length > 0 || resumePoint.rolledBackTo !== undefined) return resumePoint;
  const start = await findStart(source, tip, watch.sinceMs);
  return start.height > previous.height ? { position: start, rolledBackTo: undefined } : resumePoint;
}

async function findFork(source: BlockSource, tip: Tip, previous: Position, nowMs: number): Promise<ResumePoint> {
  if (tip.hash === previous.hash) return { position: previous, rolledBackTo: undefined };
  if (tip.height < previous.height && trailAt(previous, tip.height) === shortHash(tip.hash)) {
    const ends = `The node is at block ${tip.height}, below block ${previous.height}, which was read before`;
    if (nowMs - previous.timeMs <= BEHIND_MS_MAX) throw new ChainError('away', `${ends}. It is behind other nodes.`);
    throw distrustedError(`${ends}. Check whether the node was reset or has lost its peers.`);
  }
  for (let height = Math.min(previous.height, tip.height); ; height -= 1) {
    const known = trailAt(previous, height);
    if (known === undefined) {
      throw distrustedError(
        `The node’s chain forks from the chain read before by more than ${previous.trail.length} blocks below block ${previous.height}.`,
      );
    }
    const hash = await source.hashAt(height);
    if (height === previous.height && hash === previous.hash) return { position: previous, rolledBackTo: undefined };
    if (height < previous.height && shortHash(hash) === known) {
      const { timeMs } = await source.header(hash);
      return { position: stepBack(previous, { height, hash, timeMs }), rolledBackTo: height };
    }
  }
}

export interface BlockBatch {
  blocks: Block[];
  position: Position;
  /** Whether the last block read is the tip that the node reported. */
  atTip: boolean;
}

/** Reads the next blocks and checks that each one is the child of the one before. */
export async function readBlocks(source: BlockSource, tip: Tip, from: Position): Promise<BlockBatch> {
  const blocks: Block[] = [];
  let position = from;
  let transactions = 0;
  while (position.height < tip.height && blocks.length < SCAN_BLOCKS_MAX && transactions < SCAN_TRANSACTIONS_MAX) {
    const block = await source.block(await source.hashAt(position.height + 1));
    if (block.height !== position.height + 1) {
      throw distrustedError(`The node returned block ${block.height} instead of block ${position.height + 1}.`);
    }
    if (block.parentHash !== position.hash) {
      // A reorganization happened just now and the next scan follows it, or else the node contradicts itself.
      if ((await source.hashAt(position.height)) !== position.hash) break;
      throw distrustedError(`The node’s block ${block.height} does not follow its block ${position.height}.`);
    }
    blocks.push(block);
    transactions += block.transactions.length;
    position = stepForward(position, block);
  }
  return { blocks, position, atTip: position.hash === tip.hash };
}
