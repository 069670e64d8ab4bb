import type { WalletHolder, Wallets } from '../../ports/wallets.ts';
import { fingerprintWallet } from './identify-wallet.ts';

/**
 * The merchants that have the wallets with these addresses now or, where nobody does, had them last. A transfer that names
 * nobody belongs to them, whenever it was made: the money is in their wallet.
 */
export async function findHolders(
  wallets: Pick<Wallets, 'listHolders'>,
  network: string,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, Pick<WalletHolder, 'merchantId' | 'livemode'>>> {
  const byFingerprint = new Map(addresses.map((address) => [fingerprintWallet('address', address), address]));
  const holders = addresses.length === 0 ? [] : await wallets.listHolders(network, [...byFingerprint.keys()]);
  return new Map(
    holders.map(({ fingerprint, merchantId, livemode }) => [
      byFingerprint.get(fingerprint) ?? '',
      { merchantId, livemode },
    ]),
  );
}
