import type { Chains, StoredWallet } from '../payment-ports.ts';
import type { Clock, ControlPlane, Tenant, Vault } from '../ports.ts';

/** So many addresses are shown, to be compared with those that the merchant's own wallet shows. */
const PREVIEW_ADDRESSES = 3;

export interface ShownWallet {
  wallet: StoredWallet;
  /** The address of a plain wallet, or the next ones of an extended key; the key itself is never shown. */
  addresses: readonly string[];
}

interface ShowPorts {
  chains: Chains;
  clock: Clock;
  vault: Vault;
  control: Pick<ControlPlane, 'listWallets'>;
}

/** The wallets that are used or will be. */
export async function listWallets(
  ports: ShowPorts,
  { merchantId, livemode }: Pick<Tenant, 'merchantId' | 'livemode'>,
): Promise<ShownWallet[]> {
  const nowMs = ports.clock.nowMs();
  const wallets = await ports.control.listWallets(merchantId, livemode);
  return wallets
    .filter(({ removedAtMs }) => removedAtMs === undefined || removedAtMs > nowMs)
    .map((wallet) => showWallet(ports, wallet));
}

export function showWallet({ chains, vault }: Pick<ShowPorts, 'chains' | 'vault'>, wallet: StoredWallet): ShownWallet {
  const text = vault.open(wallet.sealedText);
  if (wallet.kind === 'address') return { wallet, addresses: [text] };
  const chain = chains.get(wallet.network);
  const indexes = Array.from({ length: chain ? PREVIEW_ADDRESSES : 0 }, (_, offset) => wallet.nextIndex + offset);
  return {
    wallet,
    addresses: indexes.flatMap((index) => chain?.placeAt({ kind: wallet.kind, text }, index).address ?? []),
  };
}
