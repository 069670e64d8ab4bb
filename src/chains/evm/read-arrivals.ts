import type { Hex } from 'viem';
import { inParallel } from '../in-parallel.ts';
import { type EvmNode, NotYetError } from './create-node.ts';
import type { Batch } from './read-batch.ts';
import type { Log, Receipt } from './read-receipt.ts';
import { distrustedError } from './read-response.ts';
import { readMovements, type TokenMovement } from './read-transfers.ts';

const CALLS_PARALLEL_MAX = 8;

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
  const byTx = Map.groupBy(logs, ({ tx }) => tx);
  const found = await inParallel([...byTx], CALLS_PARALLEL_MAX, async ([tx, announced]) => {
    const [{ blockHeight }] = announced as [Log];
    const receipt = await readReceiptIn(node, tx, blocks.get(blockHeight)?.hash);
    const positions = new Set(announced.map((log) => positionOf(log, receipt)));
    return readMovements(receipt)
      .filter(({ index }) => positions.has(index))
      .map((movement) => Object.assign(movement, { blockHeight }));
  });
  return found.flat();
}

/** The receipt of a transaction in a block that was read. */
export async function readReceiptIn(node: EvmNode, tx: Hex, blockHash: Hex | undefined): Promise<Receipt> {
  const receipt = await node.receipt(tx);
  if (receipt?.blockHash === blockHash && receipt !== undefined) return receipt;
  throw new NotYetError(`The node has no receipt for transaction ${tx} in block ${blockHash}.`);
}

function positionOf(log: Log, { tx, logs }: Receipt): number {
  const position = logs.findIndex((one) => one.blockPosition === log.blockPosition);
  const same = logs[position];
  if (same?.contract === log.contract && same.data === log.data && same.topics.join() === log.topics.join()) {
    return position;
  }
  throw distrustedError(`The node’s receipt of transaction ${tx} does not contain a log that the node returned.`);
}
