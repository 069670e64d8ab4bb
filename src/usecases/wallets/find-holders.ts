import { networkOf } from '../../domain/networks/network.ts';
import { walletNetworkOf } from '../../domain/wallets/wallet-network-of.ts';
import type { WalletHolder, Wallets } from '../../ports/wallets.ts';
import { fingerprintWallet } from './identify-wallet.ts';

/**
 * The merchants that have the wallets with these addresses of a network now or, where nobody does, had them last. A
 * transfer that names nobody belongs to them, whenever it was made: the money is in their wallet.
 */
export async function findHolders(
  wallets: Pick<Wallets, 'listHolders'>,
  name: string,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, Pick<WalletHolder, 'merchantId' | 'livemode'>>> {
  if (addresses.length === 0) return new Map();
  const network = networkOf(name);
  const byFingerprint = new Map(addresses.map((address) => [fingerprintWallet('address', address, network), address]));
  const holders = await wallets.listHolders(walletNetworkOf(network), [...byFingerprint.keys()]);
  return new Map(
    holders.map(({ fingerprint, merchantId, livemode }) => [
      byFingerprint.get(fingerprint) ?? '',
      { merchantId, livemode },
    ]),
  );
}
