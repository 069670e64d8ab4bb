import { Problem } from '../../domain/errors.ts';
import type { WalletId } from '../../domain/ids.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Tenant } from '../../ports/stores.ts';
import type { Wallets } from '../../ports/wallets.ts';

/** New payment targets no longer use the wallet. Earlier ones stay watched. */
export async function removeWallet(
  ports: { clock: Clock; wallets: Pick<Wallets, 'remove'> },
  { merchantId, livemode }: Pick<Tenant, 'merchantId' | 'livemode'>,
  id: WalletId | undefined,
  actor: string,
): Promise<WalletId> {
  const atMs = ports.clock.nowMs();
  const audit = { actor, action: 'wallet.removed', merchantId, details: { livemode }, atMs };
  const removed = id && (await ports.wallets.remove(id, merchantId, livemode, atMs, { ...audit, subject: id }));
  if (!removed) throw new Problem('not_found', 'There is no wallet with this ID for this merchant and mode.');
  return id;
}
