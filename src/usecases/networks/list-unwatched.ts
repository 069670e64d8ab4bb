import type { Network } from '../../domain/networks/network.ts';
import { networksOfWallet } from '../../domain/wallets/wallet-family.ts';
import type { Chains } from '../../ports/chain.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Tenant } from '../../ports/stores.ts';
import type { StoredWallet, Wallets } from '../../ports/wallets.ts';
import { chainsOfWallet } from '../wallets/chains-for-wallet.ts';

export interface UnwatchedNetwork {
  network: Network;
  walletKind: StoredWallet['kind'];
}

/** The networks on which a merchant has a wallet, although this process has no node for them. */
export async function listUnwatched(
  { chains, clock, wallets }: { chains: Chains; clock: Clock; wallets: Pick<Wallets, 'list'> },
  { merchantId, livemode }: Pick<Tenant, 'merchantId' | 'livemode'>,
): Promise<UnwatchedNetwork[]> {
  const nowMs = clock.nowMs();
  const kept = (await wallets.list(merchantId, livemode)).filter(
    (wallet) =>
      chainsOfWallet(chains, wallet).length === 0 && (wallet.removedAtMs === undefined || wallet.removedAtMs > nowMs),
  );
  const kinds = new Map(kept.map(({ network, kind }) => [network, kind]));
  return [...kinds].flatMap(([name, walletKind]) =>
    networksOfWallet(name, livemode).map((network) => ({ network, walletKind })),
  );
}
