import { randomBytes } from 'node:crypto';
import type { AssetOnNetwork } from '../../domain/money/asset.ts';
import type { Network } from '../../domain/networks/network.ts';
import type { ChainAdapter } from '../../ports/chain.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Random } from '../../ports/random.ts';
import type { Rpc } from '../rpc/rpc.ts';
import { createMempoolLog } from './create-mempool-log.ts';
import { createNode } from './create-node.ts';
import { nameLog } from './cursor.ts';
import { lookUp } from './look-up.ts';
import { openBitcoinChain } from './open-bitcoin-chain.ts';

const SYSTEM_RANDOM: Random = { bytes: randomBytes };

interface Parts {
  network: Network;
  rpc: Rpc;
  clock: Pick<Clock, 'nowMs'>;
  random?: Random;
  assets: readonly AssetOnNetwork[];
}

/** Bitcoin, Litecoin and their test networks, read from a node with Bitcoin Core's RPC interface. */
export function createBitcoinChain({ network, rpc, clock, random = SYSTEM_RANDOM, assets }: Parts): ChainAdapter {
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
