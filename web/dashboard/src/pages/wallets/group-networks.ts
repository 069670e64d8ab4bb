import type { Network, Wallet } from '../../api/generated.ts';
import { walletTitle } from '../../format/wallet-title.ts';

/** The networks on which one wallet receives payments. */
export interface WalletGroup {
  /** The `network` of the wallet. */
  name: string;
  title: string;
  /** The usual kind of wallet. */
  wallet: Network['wallet'];
  /** Those that the server watches; if there are none, those of a wallet that the merchant has anyway. */
  networks: Network[];
}

/** Networks by the wallet that serves them. Those that are not watched and have no wallet are left out. */
export function groupNetworks(
  networks: readonly Network[],
  wallets: readonly Pick<Wallet, 'network'>[],
): WalletGroup[] {
  const names = new Set(networks.map(({ wallet_network: name }) => name));
  return [...names].flatMap((name) => {
    const all = networks.filter((network) => network.wallet_network === name);
    const watched = all.filter(({ state }) => state !== 'unwatched');
    const shown = watched.length > 0 ? watched : all;
    const [first] = shown;
    if (!first || (watched.length === 0 && !wallets.some(({ network }) => network === name))) return [];
    return [{ name, title: walletTitle(name, networks), wallet: first.wallet, networks: shown }];
  });
}
