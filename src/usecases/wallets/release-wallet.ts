import { UserError } from '../../domain/user-error.ts';
import type { Chains, GivenWallet } from '../../ports/chain.ts';
import type { StoredWallet, Wallets } from '../../ports/wallets.ts';
import type { NoticePorts } from '../mails/draft-notices.ts';
import { releaseAudit } from './find-takeover.ts';
import { identifyWallet } from './identify-wallet.ts';
import { tellOwners } from './tell-owners.ts';

/** Takes a wallet away from the merchant who holds it, so that another one can add it. For what no signature can prove. */
export async function releaseWallet(
  ports: NoticePorts & { chains: Chains; wallets: Pick<Wallets, 'findHolder' | 'release'> },
  input: GivenWallet & { network: string; livemode: boolean; actor: string },
): Promise<StoredWallet> {
  const { actor, ...given } = input;
  const wallet = identifyWallet(ports.chains, given);
  const holder = await ports.wallets.findHolder(given.network, wallet.fingerprint);
  const atMs = ports.clock.nowMs();
  const audit = holder && {
    ...releaseAudit(holder, { actor, reason: 'operator', atMs }),
    mails: await tellOwners(ports, holder, { change: 'released', effectiveAtMs: atMs, actor }),
  };
  const released = audit && (await ports.wallets.release({ id: holder.id, removedByMs: undefined, atMs, audit }));
  if (!released) throw new UserError('No merchant on this server uses this wallet.');
  return holder;
}
