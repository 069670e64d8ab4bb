import { ASSETS_ON_NETWORKS } from '../../domain/money/asset.ts';
import { NETWORKS, type Network, type NetworkFamily } from '../../domain/networks/network.ts';
import type { ChainAdapter } from '../../ports/chain.ts';
import { type NetworkView, type ViewNetworksPorts, viewNetworks } from './view-networks.ts';

export interface ListedNetwork {
  network: Network;
  /** The codes of what can be paid with on it, or could be if it was watched. */
  assets: readonly string[];
  /** What a merchant can provide to be paid, the usual kind first; empty if no wallet is needed. */
  wallets: ChainAdapter['walletKinds'];
  /** Undefined if this server has no node for the network. */
  view: NetworkView | undefined;
  /** Up to when it has been read; also if that was before the server lost its node. */
  readAtMs: number | undefined;
}

/** Every network of a mode: first those that are watched, then those that could be. */
export async function listNetworks(ports: ViewNetworksPorts, livemode: boolean): Promise<ListedNetwork[]> {
  const { chains, networks } = ports;
  const readAt = new Map((await networks.list()).map((report) => [report.network, report.scannedUntilMs]));
  const watched = (await viewNetworks(ports)).flatMap((view) => {
    const chain = chains.get(view.network);
    if (!chain) return [];
    const { network, walletKinds: wallets } = chain;
    return [{ network, assets: codesOf(chain.assets), wallets, view, readAtMs: readAt.get(network.name) }];
  });
  const others = Object.values(NETWORKS)
    .filter(({ name }) => !chains.has(name))
    .map((network) => ({
      network,
      assets: codesOf(ASSETS_ON_NETWORKS.filter((asset) => asset.network === network.name)),
      wallets: WALLETS[network.family],
      view: undefined,
      readAtMs: readAt.get(network.name),
    }));
  return [...watched, ...others].filter(({ network }) => network.livemode === livemode);
}

/** What a network of each family needs, for networks whose adapter is not loaded. */
const WALLETS: Record<NetworkFamily, ChainAdapter['walletKinds']> = {
  simulated: [],
  solana: ['address'],
  evm: ['address', 'extended_key'],
  bitcoin: ['extended_key'],
};

const codesOf = (assets: readonly { code: string }[]): string[] => [...new Set(assets.map(({ code }) => code))];
