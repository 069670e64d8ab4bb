import { ASSETS_ON_NETWORKS } from '../../domain/money/asset.ts';
import { NETWORKS, type Network, type NetworkFamily } from '../../domain/networks/network.ts';
import type { ChainAdapter } from '../../ports/chain.ts';
import { type NetworkView, type ViewNetworksPorts, viewNetwork } from './view-networks.ts';

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
export async function listNetworks(
  { chains, clock, networks }: ViewNetworksPorts,
  livemode: boolean,
): Promise<ListedNetwork[]> {
  const reports = new Map((await networks.list()).map((report) => [report.network, report]));
  const nowMs = clock.nowMs();
  const listed = Object.values(NETWORKS)
    .filter((network) => network.livemode === livemode)
    .map((network): ListedNetwork => {
      const chain = chains.get(network.name);
      const report = reports.get(network.name);
      return {
        network,
        assets: codesOf(chain?.assets ?? ASSETS_ON_NETWORKS.filter((asset) => asset.network === network.name)),
        wallets: chain?.walletKinds ?? WALLETS[network.family],
        view: chain && viewNetwork(network, report, nowMs),
        readAtMs: report?.scannedUntilMs,
      };
    });
  return [...listed.filter(({ view }) => view), ...listed.filter(({ view }) => !view)];
}

/** What a network of each family needs, for networks whose adapter is not loaded. */
const WALLETS: Record<NetworkFamily, ChainAdapter['walletKinds']> = {
  simulated: [],
  solana: ['address'],
  evm: ['address', 'extended_key'],
  bitcoin: ['extended_key'],
};

const codesOf = (assets: readonly { code: string }[]): string[] => [...new Set(assets.map(({ code }) => code))];
