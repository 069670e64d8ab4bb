import { ChainError } from '../../domain/networks/chain-error.ts';
import type { Watch } from '../../ports/chain.ts';
import type { BitcoinNode, Block, Tip } from './create-node.ts';
import { type Position, shortHash, stepBack, stepOn, trailAt } from './cursor.ts';
import { findStart } from './find-start.ts';
import { distrust } from './read-answer.ts';

const SCAN_BLOCKS_MAX = 20;
/** No further block is read in the same piece beyond this: all that one piece tells is in memory at once. */
const SCAN_TRANSACTIONS_MAX = 10_000;
/** Where nothing is waited for, it is cheaper to search for the right block than to read this many. */
const SKIP_BLOCKS_MIN = 200;

/** Nodes get a block within seconds of each other; one that lacks it for longer has no excuse. */
const BEHIND_MS_MAX = 10 * 60 * 1_000;

export interface Footing {
  position: Position;
  rolledBackTo: number | undefined;
}

/** Where to read on: behind the last block that was read and is still part of the chain. */
export async function findFooting(
  node: BitcoinNode,
  tip: Tip,
  held: Position | undefined,
  watch: Watch,
): Promise<Footing> {
  if (held === undefined) return { position: await findStart(node, tip, watch.sinceMs), rolledBackTo: undefined };
  const footing = await findFork(node, tip, held, watch.nowMs);
  const isFarBack = tip.height - held.height > SKIP_BLOCKS_MIN && held.timeMs < watch.sinceMs;
  if (!isFarBack || watch.pending.length > 0 || footing.rolledBackTo !== undefined) return footing;
  const start = await findStart(node, tip, watch.sinceMs);
  return start.height > held.height ? { position: start, rolledBackTo: undefined } : footing;
}

async function findFork(node: BitcoinNode, tip: Tip, held: Position, nowMs: number): Promise<Footing> {
  if (tip.height < held.height && trailAt(held, tip.height) === shortHash(tip.hash)) {
    const ends = `The node ends at block ${tip.height} of the chain that was read up to ${held.height}`;
    if (nowMs - held.timeMs <= BEHIND_MS_MAX) throw new ChainError('away', `${ends}: it is behind.`);
    throw distrust(`${ends}: it was set back, or has lost its peers.`);
  }
  for (let height = Math.min(held.height, tip.height); ; height -= 1) {
    const known = trailAt(held, height);
    if (known === undefined) {
      throw distrust(
        `The node’s chain parts from the one that was read deeper than ${held.trail.length} blocks below block ${held.height}.`,
      );
    }
    const hash = await node.hashAt(height);
    if (height === held.height && hash === held.hash) return { position: held, rolledBackTo: undefined };
    if (height < held.height && shortHash(hash) === known) {
      const { timeMs } = await node.header(hash);
      return { position: stepBack(held, { height, hash, timeMs }), rolledBackTo: height };
    }
  }
}

export interface Stretch {
  blocks: Block[];
  position: Position;
  /** Whether the last block read is the tip that the node told of. */
  atTip: boolean;
}

/** The next blocks, each the child of the one before. */
export async function readBlocks(node: BitcoinNode, tip: Tip, from: Position): Promise<Stretch> {
  const blocks: Block[] = [];
  let position = from;
  let transactions = 0;
  while (position.height < tip.height && blocks.length < SCAN_BLOCKS_MAX && transactions < SCAN_TRANSACTIONS_MAX) {
    const block = await node.block(await node.hashAt(position.height + 1));
    if (block.height !== position.height + 1) {
      throw distrust(`The node was asked for block ${position.height + 1} and gave block ${block.height}.`);
    }
    if (block.parentHash !== position.hash) {
      // Either the chain was reorganised in this moment, and the next scan will follow it, or the node contradicts itself.
      if ((await node.hashAt(position.height)) !== position.hash) break;
      throw distrust(`The node’s block ${block.height} does not follow its block ${position.height}.`);
    }
    blocks.push(block);
    transactions += block.transactions.length;
    position = stepOn(position, block);
  }
  return { blocks, position, atTip: position.hash === tip.hash };
}
