import { callEsplora } from '../../src/chains/esplora/call-esplora.ts';
import { createEsploraChain } from '../../src/chains/esplora/create-esplora-chain.ts';
import { createRpc } from '../../src/chains/rpc/create-rpc.ts';
import { ASSETS_ON_NETWORKS } from '../../src/domain/money/asset.ts';
import { plainUrl } from '../../src/domain/networks/esplora-url.ts';
import type { ChainAdapter } from '../../src/ports/chain.ts';
import { random } from '../../src/system/random.ts';
import type { ContractScene } from './adapter-contract.ts';
import { clock } from './chain-reader.ts';
import { startBitcoinScene } from './contract-scene-bitcoin.ts';
import type { NodeProgram } from './start-bitcoin-node.ts';
import { startEsploraFacade } from './start-esplora-facade.ts';

export const esploraAt = (
  urls: readonly string[],
  network: NodeProgram['network'],
  options = { timeoutMs: 60_000 },
): ChainAdapter =>
  createEsploraChain({
    network,
    rpc: createRpc({ urls: urls.map(plainUrl), clock, random, send: callEsplora, ...options }),
    clock,
    random,
    assets: ASSETS_ON_NETWORKS,
  });

/** An Esplora server over a real node on a private chain. */
export const startEsploraScene = (program: NodeProgram): Promise<ContractScene> =>
  startBitcoinScene(program, async (node, { network }) => {
    const facade = await startEsploraFacade(node);
    return {
      proxy: facade,
      open: (options) => esploraAt([facade.url], network, options),
      otherChain: (path) => (path === '/block-height/0' ? 'ab'.repeat(32) : undefined),
    };
  });
