import { inParallel } from '../in-parallel.ts';
import { type EvmNode, NotYetError } from './create-node.ts';
import type { Batch } from './read-batch.ts';
import type { Log, Receipt } from './read-receipt.ts';
import { readReceipts } from './read-receipts.ts';
import { distrustedError } from './read-response.ts';
import { readMovements, type TokenMovement } from './read-transfers.ts';

const BLOCKS_PARALLEL_MAX = 4;

/** A movement of a token in a block that was read. */
export interface Arrival extends TokenMovement {
  blockHeight: number;
}

/**
 * The transfers that the logs announce, each with its position in the receipt of its transaction. The receipt must be that
 * of the same block, of a transaction that succeeded, and contain the log.
 */
export async function readArrivals(
  node: EvmNode,
  { logs, blocks }: Pick<Batch, 'logs' | 'blocks'>,
): Promise<Arrival[]> {
  const byBlock = Map.groupBy(logs, ({ blockHeight }) => blockHeight);
  const found = await inParallel([...byBlock], BLOCKS_PARALLEL_MAX, async ([blockHeight, announced]) => {
    const block = blocks.get(blockHeight);
    if (block === undefined) throw new NotYetError(`The node has no block ${blockHeight} for its logs.`);
    const byTx = Map.groupBy(announced, ({ tx }) => tx);
    const receipts = await readReceipts(node, block, new Set(byTx.keys()));
    return receipts.flatMap((receipt) => arrivalsIn(receipt, byTx.get(receipt.tx) ?? []));
  });
  return found.flat();
}

function arrivalsIn(receipt: Receipt, announced: readonly Log[]): Arrival[] {
  const { tx, logs, blockHeight } = receipt;
  const positions = new Map(logs.map(({ blockPosition }, position) => [blockPosition, position]));
  const found = new Set(
    announced.map((log) => {
      const position = positions.get(log.blockPosition) ?? -1;
      if (isSame(log, logs[position])) return position;
      throw distrustedError(`The node’s receipt of transaction ${tx} does not contain a log that the node returned.`);
    }),
  );
  return readMovements(receipt)
    .filter(({ index }) => found.has(index))
    .map((movement) => Object.assign(movement, { blockHeight }));
}

const isSame = (one: Log, other: Log | undefined): boolean =>
  one.contract === other?.contract && one.data === other.data && one.topics.join() === other.topics.join();
