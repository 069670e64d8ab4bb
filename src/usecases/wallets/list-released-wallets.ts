import { LIMITS } from '../../domain/limits.ts';
import { walletCell } from '../../domain/secrets/sealed-cell.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Tenant } from '../../ports/stores.ts';
import type { Vault } from '../../ports/vault.ts';
import type { StoredWallet, Wallets } from '../../ports/wallets.ts';

export interface ReleasedWallet {
  wallet: StoredWallet;
  /** Undefined for an extended key, which is never shown. */
  address: string | undefined;
  releasedAtMs: number;
}

/** The wallets that the merchant used and lost, until it adds another one on the network, and for a month at most. */
export async function listReleasedWallets(
  { clock, vault, wallets }: { clock: Clock; vault: Vault; wallets: Pick<Wallets, 'list'> },
  tenant: Tenant,
): Promise<ReleasedWallet[]> {
  const sinceMs = clock.nowMs() - LIMITS.releasedWalletShownMs;
  const all = await wallets.list(tenant.merchantId, tenant.livemode);
  return all.flatMap((wallet) => {
    const { kind, network, sealedText, releasedAtMs, removedAtMs = 0 } = wallet;
    // A wallet that the merchant had removed before is no loss.
    if (releasedAtMs === undefined || releasedAtMs <= sinceMs || removedAtMs < releasedAtMs) return [];
    if (all.some((other) => other.network === network && other.createdAtMs > releasedAtMs)) return [];
    const address = kind === 'address' ? vault.open(sealedText, walletCell(wallet)) : undefined;
    return [{ wallet, address, releasedAtMs }];
  });
}
