import type { Hex } from 'viem';
import { inParallel } from '../in-parallel.ts';
import type { EvmNode } from './create-node.ts';
import type { Tracer } from './create-tracer.ts';
import type { Block, Transaction } from './read-block.ts';
import { readReceipts } from './read-receipts.ts';
import { COIN_INDEX, type Movement } from './read-transfers.ts';

const CALLS_PARALLEL_MAX = 8;
const BLOCKS_PARALLEL_MAX = 4;

export interface CoinMovement extends Movement {
  blockHeight: number;
}

export interface CoinBatch {
  movements: CoinMovement[];
  /** Whether the node showed what contracts did with the coin. */
  isTraced: boolean;
}

/** The coin that recipients got in these blocks, by transactions to them and by contracts that forward it. */
export async function readCoin(
  { node, tracer }: { node: EvmNode; tracer: Tracer },
  blocks: readonly Block[],
  isRecipient: (address: Hex) => boolean,
): Promise<CoinBatch> {
  const filled = blocks.filter(({ transactions }) => transactions.length > 0);
  const traced = await inParallel(filled, CALLS_PARALLEL_MAX, async (block) => ({
    block,
    forwarded: await tracer.traceBlock(block),
  }));
  const direct = await inParallel(blocks, BLOCKS_PARALLEL_MAX, (block) => readDirect(node, block, isRecipient));
  const forwarded = traced.flatMap(({ block, forwarded: found = [] }) =>
    found.filter(({ to }) => isRecipient(to)).map((movement) => Object.assign(movement, { blockHeight: block.height })),
  );
  const isTraced = traced.length > 0 && traced.every((one) => one.forwarded !== undefined);
  return { movements: [...direct.flat(), ...forwarded], isTraced };
}

async function readDirect(
  node: EvmNode,
  block: Block,
  isRecipient: (address: Hex) => boolean,
): Promise<CoinMovement[]> {
  const movements = block.transactions
    .map(movementOf)
    .filter((movement) => movement !== undefined)
    .filter(({ to }) => isRecipient(to));
  const receipts = await readReceipts(node, block, new Set(movements.map(({ tx }) => tx)));
  const failed = new Set(receipts.filter(({ succeeded }) => !succeeded).map(({ tx }) => tx));
  return movements.map((movement) =>
    Object.assign(movement, { failed: failed.has(movement.tx), blockHeight: block.height }),
  );
}

/** The value of the transaction itself; undefined if it carries none. Whether it succeeded is in its receipt. */
export function movementOf({ tx, from, to, value }: Transaction): Movement | undefined {
  if (to === undefined || to === from || value === 0n) return undefined;
  return { tx, index: COIN_INDEX, contract: undefined, from, to, units: value, failed: false };
}
