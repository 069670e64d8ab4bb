import type { Transfer } from '../../domain/transfers/transfer.ts';
import type { BitcoinNode } from './create-node.ts';
import { isHash } from './read-response.ts';
import { transfersOf } from './read-transaction.ts';

interface Parts {
  node: BitcoinNode;
  coin: string;
  nowMs: number;
}

/**
 * Finds a transaction by its ID. A node without a transaction index finds a mined transaction only if the block is named
 * too, as `<id>@<block hash>`, or was read recently.
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
  // The block is no longer part of the chain, but the transaction may be back in the mempool.
  if (!(confirmations > 0)) return blockHash === undefined ? [] : lookUp(parts, tx);
  const firstSeenAtMs = Math.min(nowMs, timeMs);
  return transfersOf(known.transaction, coin, { blockHeight: height, blockTimeMs: timeMs, firstSeenAtMs });
}
