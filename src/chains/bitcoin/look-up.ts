import type { Transfer } from '../../domain/transfers/transfer.ts';
import type { BitcoinNode } from './create-node.ts';
import { isHash } from './read-answer.ts';
import { transfersOf } from './read-transaction.ts';

interface Parts {
  node: BitcoinNode;
  coin: string;
  nowMs: number;
}

/**
 * What the node knows of a transaction, named by its id. A node without an index of all transactions finds one in a block
 * only where the block is named too, as `<id>@<block hash>`, or was read just now.
 */
export async function lookUp(parts: Parts, named: string): Promise<Transfer[]> {
  const { node, coin, nowMs } = parts;
  const [tx, blockHash, ...more] = named.trim().toLowerCase().split('@');
  if (!isHash(tx) || (blockHash !== undefined && !isHash(blockHash)) || more.length > 0) return [];
  const known = (await node.transaction(tx, blockHash)) ?? node.cached(tx);
  if (known === undefined) return [];
  if (known.blockHash === undefined) {
    const firstSeenAtMs = Math.min(nowMs, (await node.mempoolTimeMs(tx)) ?? nowMs);
    return transfersOf(known.transaction, coin, { blockHeight: undefined, firstSeenAtMs });
  }
  const { height, timeMs, confirmations } = await node.header(known.blockHash);
  // The block is no longer part of the chain. The transaction may wait for another one.
  if (!(confirmations > 0)) return blockHash === undefined ? [] : lookUp(parts, tx);
  return transfersOf(known.transaction, coin, { blockHeight: height, firstSeenAtMs: Math.min(nowMs, timeMs) });
}
