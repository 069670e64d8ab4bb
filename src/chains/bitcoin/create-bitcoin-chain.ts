import { randomBytes } from 'node:crypto';
import type { HDKey } from '@scure/bip32';
import type { AssetOnNetwork } from '../../domain/money/asset.ts';
import type { Network } from '../../domain/networks/network.ts';
import type { ChainAdapter, ScriptType, Wallet } from '../../ports/chain.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Random } from '../../ports/random.ts';
import { ChainGuard } from '../rpc/chain-guard.ts';
import type { Rpc } from '../rpc/rpc.ts';
import { createMempoolLog } from './create-mempool-log.ts';
import { createNode } from './create-node.ts';
import { deriveAddress, followSteps } from './derive-address.ts';
import { lookUp } from './look-up.ts';
import { parametersOf } from './network-parameters.ts';
import { paymentUri } from './payment-uri.ts';
import { readDescriptor } from './read-descriptor.ts';
import { distrustedError } from './read-response.ts';
import { readWallet } from './read-wallet.ts';
import { scan } from './scan.ts';

const CACHED_WALLETS_MAX = 1_000;
const LOG_NAME_BYTES = 8;
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
  const parameters = parametersOf(network.name);
  const { coin } = network;
  const node = createNode(rpc);
  const name = Buffer.from(random.bytes(LOG_NAME_BYTES)).toString('hex');
  const log = createMempoolLog(node, { coin, name });
  const parents = new Map<string, { parent: HDKey; scriptType: ScriptType }>();
  const guard = new ChainGuard(rpc, async () => {
    const genesis = await node.hashAt(0);
    if (genesis === parameters.genesisHash) return;
    throw distrustedError(`The node is on another chain, not on ${network.title}: its genesis block is ${genesis}.`);
  });

  function parentOf({ text }: Wallet): { parent: HDKey; scriptType: ScriptType } {
    const cached = parents.get(text);
    if (cached !== undefined) return cached;
    const branch = readDescriptor(text, parameters, network.title);
    const found = { parent: followSteps(branch), scriptType: branch.scriptType };
    if (parents.size >= CACHED_WALLETS_MAX) parents.clear();
    parents.set(text, found);
    return found;
  }

  return {
    network,
    assets: assets.filter(
      (asset) => asset.network === network.name && asset.code === coin && asset.token === undefined,
    ),
    walletKinds: ['extended_key'],
    readWallet: (given) => readWallet(given, network),
    targetAt(wallet, index) {
      const { parent, scriptType } = parentOf(wallet);
      const address = deriveAddress(parent, { index, scriptType, parameters });
      return { address, reference: undefined, matchedBy: 'address' };
    },
    paymentUri: (order) => paymentUri(order, parameters),
    scan: (cursor, watch) => guard.run(() => scan({ node, log, network }, cursor, watch)),
    probe: () => guard.recheck(async () => node.header((await node.tip()).hash)),
    lookUp: (tx) => guard.run(() => lookUp({ node, coin, nowMs: clock.nowMs() }, tx)),
  };
}
