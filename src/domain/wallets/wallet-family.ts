import { NETWORKS, type Network } from '../networks/network.ts';
import { walletNetworkOf } from './wallet-network-of.ts';

/** What people and wallets call a family of networks that share their wallets. */
interface WalletFamily {
  title: string;
  /** The namespace of the networks' CAIP-2 IDs. */
  chainId: string;
}

/** By the `network` of such a wallet. */
const FAMILIES: Readonly<Record<string, WalletFamily>> = {
  evm: { title: 'Ethereum and compatible networks', chainId: 'eip155' },
};

/** The family that a wallet with this `network` serves; undefined if it serves one network. */
export const walletFamily = (walletNetwork: string): WalletFamily | undefined => FAMILIES[walletNetwork];

/** The networks of a mode that a wallet with this `network` serves, watched or not. */
export const networksOfWallet = (walletNetwork: string, livemode: boolean): Network[] =>
  Object.values(NETWORKS).filter(
    (network) => network.livemode === livemode && walletNetworkOf(network) === walletNetwork,
  );

/** Whether wallets of the network serve its whole family. */
export const isInWalletFamily = (network: Network): boolean => walletNetworkOf(network) !== network.name;

/** The other networks on which an address of this network receives money for the same wallet. */
export const siblingsOf = (network: Network): string[] =>
  networksOfWallet(walletNetworkOf(network), network.livemode)
    .map(({ name }) => name)
    .filter((name) => name !== network.name);
