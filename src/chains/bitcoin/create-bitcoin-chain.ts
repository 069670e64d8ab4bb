import type { ChainAdapter } from '../../ports/chain.ts';
import type { ChainParts } from '../chain-parts.ts';
import { createMempoolLog } from './create-mempool-log.ts';
import { createNode } from './create-node.ts';
import { nameLog } from './cursor.ts';
import { lookUp } from './look-up.ts';
import { openBitcoinChain } from './open-bitcoin-chain.ts';

/** Bitcoin, Litecoin and their test networks, read from a node with Bitcoin Core's RPC interface. */
export function createBitcoinChain({ network, rpc, clock, random, assets }: ChainParts): ChainAdapter {
  const { coin } = network;
  const node = createNode(rpc);
  return openBitcoinChain({
    network,
    rpc,
    assets,
    source: node,
    mempool: createMempoolLog(node, { coin, name: nameLog(random) }),
    lookUp: (tx) => lookUp({ node, coin, nowMs: clock.nowMs() }, tx),
  });
}
