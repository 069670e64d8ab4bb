import { NETWORKS, type Network } from '../../domain/networks/network.ts';
import { rpcVariable } from '../../domain/networks/rpc-variable.ts';
import { networksOfWallet, walletFamily } from '../../domain/wallets/wallet-family.ts';
import { walletNetworkOf } from '../../domain/wallets/wallet-network-of.ts';
import type { ChainAdapter, Chains } from '../../ports/chain.ts';
import { chainFor } from '../networks/chain-for.ts';
import { unusableNetwork } from '../networks/unusable-network.ts';

/** The watched networks that a wallet serves; none if this process has no node for them. */
export const chainsOfWallet = (
  chains: Chains,
  { network: walletNetwork, livemode }: { network: string; livemode: boolean },
): ChainAdapter[] =>
  [...chains.values()].filter(
    ({ network }) => network.livemode === livemode && walletNetworkOf(network) === walletNetwork,
  );

/** The watched networks of a wallet that somebody adds. Throws a Problem that says what to do if there are none. */
export function chainsForWallet(
  chains: Chains,
  walletNetwork: string,
  livemode: boolean,
): [ChainAdapter, ...ChainAdapter[]] {
  const named = (NETWORKS as Record<string, Network>)[walletNetwork];
  if (named && walletNetworkOf(named) !== walletNetwork) throw unusableNetwork(useFamily(named));
  const [first, ...others] = chainsOfWallet(chains, { network: walletNetwork, livemode });
  if (first) return [first, ...others];
  if (walletFamily(walletNetwork)) throw unusableNetwork(watchOne(networksOfWallet(walletNetwork, livemode)));
  return [chainFor(chains, walletNetwork, livemode)];
}

function useFamily(network: Network): string {
  const family = walletNetworkOf(network);
  const titles = networksOfWallet(family, network.livemode).map(({ title }) => title);
  return `Use \`${family}\` instead of \`${network.name}\`: one wallet serves ${titles.join(', ')}.`;
}

const watchOne = (networks: readonly Network[]): string =>
  'This server watches none of its networks. Its operator can set one of ' +
  `${networks.map(({ name }) => rpcVariable(name)).join(', ')} to the URL of a node; a command needs the same environment ` +
  'as the server.';
