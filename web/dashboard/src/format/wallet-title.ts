import type { Network } from '../api/generated.ts';

/** What to call the wallet of a network, or the one of a whole family. */
export const walletTitle = (walletNetwork: string, networks: readonly Pick<Network, 'name' | 'title'>[]): string =>
  walletNetwork === 'evm'
    ? 'Ethereum and compatible networks'
    : (networks.find(({ name }) => name === walletNetwork)?.title ?? walletNetwork);
