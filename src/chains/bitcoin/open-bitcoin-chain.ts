import type { HDKey } from '@scure/bip32';
import type { AssetOnNetwork } from '../../domain/money/asset.ts';
import type { Network } from '../../domain/networks/network.ts';
import type { ChainAdapter, FoundTransfer, ScriptType, Wallet } from '../../ports/chain.ts';
import { ChainGuard } from '../rpc/chain-guard.ts';
import type { Rpc } from '../rpc/rpc.ts';
import type { BlockSource } from './block-source.ts';
import { deriveAddress, followSteps } from './derive-address.ts';
import { earlierCursor } from './earlier-cursor.ts';
import type { MempoolReader } from './mempool-reader.ts';
import { parametersOf } from './network-parameters.ts';
import { paymentUri } from './payment-uri.ts';
import { readDescriptor } from './read-descriptor.ts';
import { distrustedError } from './read-response.ts';
import { readWallet } from './read-wallet.ts';
import { scan } from './scan.ts';

const CACHED_WALLETS_MAX = 1_000;

interface Parts {
  network: Network;
  rpc: Pick<Rpc, 'connection'>;
  assets: readonly AssetOnNetwork[];
  source: BlockSource;
  mempool: MempoolReader;
  lookUp: (tx: string) => Promise<FoundTransfer[]>;
}

/** Bitcoin, Litecoin and their test networks, wherever the blocks and transactions come from. */
export function openBitcoinChain({ network, rpc, assets, source, mempool, lookUp }: Parts): ChainAdapter {
  const parameters = parametersOf(network.name);
  const parents = new Map<string, { parent: HDKey; scriptType: ScriptType }>();
  const guard = new ChainGuard(rpc, async () => {
    const genesis = await source.hashAt(0);
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
      (asset) => asset.network === network.name && asset.code === network.coin && asset.token === undefined,
    ),
    walletKinds: ['extended_key'],
    readWallet: (given) => readWallet(given, network),
    targetAt(wallet, index) {
      const { parent, scriptType } = parentOf(wallet);
      const address = deriveAddress(parent, { index, scriptType, parameters });
      return { address, reference: undefined, matchedBy: 'address' };
    },
    paymentUri: (order) => paymentUri(order, parameters),
    scan: (cursor, watch) => guard.run(() => scan({ source, mempool, network }, cursor, watch)),
    earlierCursor,
    probe: () => guard.recheck(async () => source.header((await source.tip()).hash)),
    lookUp: (tx) => guard.run(() => lookUp(tx)),
  };
}
