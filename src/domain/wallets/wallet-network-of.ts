import type { Network } from '../networks/network.ts';

/** The `network` of the wallet that receives payments on a network: one wallet serves all EVM networks. */
export const walletNetworkOf = ({ name, family }: Pick<Network, 'name' | 'family'>): string =>
  family === 'evm' ? family : name;
