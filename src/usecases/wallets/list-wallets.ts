import { LIMITS } from '../../domain/limits.ts';
import { walletCell } from '../../domain/secrets/sealed-cell.ts';
import { countUnused } from '../../domain/wallets/count-unused.ts';
import type { Chains } from '../../ports/chain.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Stores, Tenant } from '../../ports/stores.ts';
import type { Vault } from '../../ports/vault.ts';
import type { StoredWallet, Wallets } from '../../ports/wallets.ts';
import { chainsOfWallet } from './chains-for-wallet.ts';

/** How many addresses are shown, for the merchant to compare with their own wallet. */
const PREVIEW_ADDRESSES = 3;

export interface ShownWallet {
  wallet: StoredWallet;
  /** The watched networks that it serves. */
  networks: readonly string[];
  /** The address of a plain wallet, or the next ones of an extended key; the key itself is never shown. */
  addresses: readonly string[];
  /** How many of the last addresses of an extended key are unpaid. */
  unusedInARow: number;
}

interface ShowPorts {
  chains: Chains;
  vault: Vault;
  stores: Pick<Stores, 'listIssuedAddresses'>;
}

/** The wallets that are in use or will be. */
export async function listWallets(
  ports: ShowPorts & { clock: Clock; wallets: Pick<Wallets, 'list'> },
  tenant: Tenant,
): Promise<ShownWallet[]> {
  const nowMs = ports.clock.nowMs();
  const wallets = await ports.wallets.list(tenant.merchantId, tenant.livemode);
  const current = wallets.filter(({ removedAtMs }) => removedAtMs === undefined || removedAtMs > nowMs);
  return Promise.all(current.map((wallet) => showWallet(ports, tenant, wallet)));
}

export async function showWallet(
  { chains, vault, stores }: ShowPorts,
  tenant: Tenant,
  wallet: StoredWallet,
): Promise<ShownWallet> {
  const text = vault.open(wallet.sealedText, walletCell(wallet));
  const { kind, fingerprint } = wallet;
  const served = chainsOfWallet(chains, wallet);
  const networks = served.map(({ network }) => network.name);
  if (kind === 'address') return { wallet, networks, addresses: [text], unusedInARow: 0 };
  const given = await stores.listIssuedAddresses(tenant, fingerprint, LIMITS.unusedAddressesCounted);
  // A counter that was restored from a backup is raised when the next address is assigned.
  const nextIndex = Math.max(wallet.nextIndex, (given[0]?.index ?? -1) + 1);
  const [chain] = served;
  const indexes = Array.from({ length: chain ? PREVIEW_ADDRESSES : 0 }, (_, offset) => nextIndex + offset);
  return {
    wallet: { ...wallet, nextIndex },
    networks,
    addresses: indexes.flatMap((index) => chain?.targetAt({ kind, text }, index).address ?? []),
    unusedInARow: countUnused(given),
  };
}
