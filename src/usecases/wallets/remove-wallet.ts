import { Problem } from '../../domain/errors.ts';
import type { WalletId } from '../../domain/ids.ts';
import type { Tenant } from '../../ports/stores.ts';
import type { Wallets } from '../../ports/wallets.ts';
import type { NoticePorts } from '../mails/draft-notices.ts';
import { tellOwners } from './tell-owners.ts';

/** New payment targets no longer use the wallet. Earlier ones stay watched. */
export async function removeWallet(
  ports: NoticePorts & { wallets: Pick<Wallets, 'list' | 'remove'> },
  { merchantId, livemode }: Pick<Tenant, 'merchantId' | 'livemode'>,
  { id, actor, address }: { id: WalletId | undefined; actor: string; address?: string | undefined },
): Promise<WalletId> {
  const atMs = ports.clock.nowMs();
  const wallet = (await ports.wallets.list(merchantId, livemode)).find((one) => one.id === id);
  const mails = wallet ? await tellOwners(ports, wallet, { change: 'removed', effectiveAtMs: atMs, actor }) : [];
  const audit = { actor, action: 'wallet.removed', merchantId, details: { livemode, address }, atMs, mails };
  const removed = id && (await ports.wallets.remove(id, merchantId, livemode, atMs, { ...audit, subject: id }));
  if (!removed) throw new Problem('not_found', 'There is no wallet with this ID for this merchant and mode.');
  return id;
}
