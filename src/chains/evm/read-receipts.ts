import type { Hex } from 'viem';
import { inParallel } from '../in-parallel.ts';
import { type EvmNode, NotYetError } from './create-node.ts';
import type { Header } from './read-block.ts';
import type { Receipt } from './read-receipt.ts';

/** Several blocks are read at the same time. */
const CALLS_PARALLEL_MAX = 4;
/** From this number on, all receipts of the block are read with one call, if the node returns them. */
const RECEIPTS_TOGETHER = 10;

/** The receipts of transactions in a block that was read. Anyone can send many to one address, each for next to nothing. */
export async function readReceipts(
  node: EvmNode,
  { height, hash }: Pick<Header, 'height' | 'hash'>,
  txs: ReadonlySet<Hex>,
): Promise<Receipt[]> {
  const all = txs.size < RECEIPTS_TOGETHER ? undefined : await node.receipts(height);
  const together = new Map(all?.map((receipt) => [receipt.tx, receipt]));
  return inParallel([...txs], CALLS_PARALLEL_MAX, async (tx) => {
    const receipt = together.get(tx) ?? (await node.receipt(tx));
    if (receipt?.blockHash === hash) return receipt;
    throw new NotYetError(`The node has no receipt for transaction ${tx} in block ${hash}.`);
  });
}
