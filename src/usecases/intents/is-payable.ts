import { walletNetworkOf } from '../../domain/wallets/wallet-network-of.ts';
import type { Chains } from '../../ports/chain.ts';

/** Whether a merchant can be paid in an asset: a watched network of this mode has it, and the merchant has a wallet there. */
export function isPayable(
  chains: Chains,
  { livemode, walletNetworks = [] }: { livemode: boolean; walletNetworks?: readonly string[] },
  asset: string,
): boolean {
  for (const { network, walletKinds, assets } of chains.values()) {
    if (network.livemode !== livemode || (walletKinds.length > 0 && !walletNetworks.includes(walletNetworkOf(network))))
      continue;
    if (assets.some(({ code }) => code === asset)) return true;
  }
  return false;
}
