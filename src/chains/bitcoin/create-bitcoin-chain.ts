import { randomBytes } from 'node:crypto';
import type { HDKey } from '@scure/bip32';
import type { AssetOnNetwork } from '../../domain/money/asset.ts';
import type { Network } from '../../domain/networks/network.ts';
import type { ChainAdapter, ScriptType, Wallet } from '../../ports/chain.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Random } from '../../ports/random.ts';
import type { Rpc } from '../rpc/rpc.ts';
import { createMempoolLog } from './create-mempool-log.ts';
import { createNode } from './create-node.ts';
import { deriveAddress, followSteps } from './derive-address.ts';
import { lookUp } from './look-up.ts';
import { parametersOf } from './network-parameters.ts';
import { paymentUri } from './payment-uri.ts';
import { distrust } from './read-answer.ts';
import { readDescriptor } from './read-descriptor.ts';
import { readWallet } from './read-wallet.ts';
import { scan } from './scan.ts';

const WALLETS_KEPT_MAX = 1_000;
const LOG_NAME_BYTES = 8;
const SYSTEM_RANDOM: Random = { bytes: randomBytes };

interface Parts {
  network: Network;
  rpc: Rpc;
  clock: Pick<Clock, 'nowMs'>;
  random?: Random;
  assets: readonly AssetOnNetwork[];
}

/** Bitcoin, Litecoin and their test networks, read from a node that speaks as Bitcoin Core does. */
export function createBitcoinChain({ network, rpc, clock, random = SYSTEM_RANDOM, assets }: Parts): ChainAdapter {
  const parameters = parametersOf(network.name);
  const { coin } = network;
  const node = createNode(rpc);
  const name = Buffer.from(random.bytes(LOG_NAME_BYTES)).toString('hex');
  const log = createMempoolLog(node, { coin, name });
  const parents = new Map<string, { parent: HDKey; scriptType: ScriptType }>();
  let isRightChain = false;

  /** Asked before the first call, and again after each failure: behind the same address there may be another node then. */
  async function onRightChain<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      if (!isRightChain) {
        const genesis = await node.hashAt(0);
        if (genesis !== parameters.genesisHash) {
          throw distrust(`The node is on another chain than ${network.title}: its first block is ${genesis}.`);
        }
        isRightChain = true;
      }
      return await work();
    } catch (error) {
      isRightChain = false;
      throw error;
    }
  }

  function parentOf({ text }: Wallet): { parent: HDKey; scriptType: ScriptType } {
    const kept = parents.get(text);
    if (kept !== undefined) return kept;
    const branch = readDescriptor(text, parameters, network.title);
    const found = { parent: followSteps(branch), scriptType: branch.scriptType };
    if (parents.size >= WALLETS_KEPT_MAX) parents.clear();
    parents.set(text, found);
    return found;
  }

  return {
    network,
    assets: assets.filter(
      (asset) => asset.network === network.name && asset.code === coin && asset.token === undefined,
    ),
    walletKind: 'extended_key',
    readWallet: (given) => readWallet(given, network),
    targetAt(wallet, index) {
      const { parent, scriptType } = parentOf(wallet);
      return { address: deriveAddress(parent, { index, scriptType, parameters }), reference: undefined };
    },
    paymentUri: (order) => paymentUri(order, parameters),
    scan: (cursor, watch) => onRightChain(() => scan({ node, log, coin, parameters }, cursor, watch)),
    lookUp: (tx) => onRightChain(() => lookUp({ node, coin, nowMs: clock.nowMs() }, tx)),
  };
}
