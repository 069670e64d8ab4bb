import { modeOf } from '../../domain/keys/key.ts';
import type { MailContents } from '../../domain/mails/mail.ts';
import type { Ports } from '../../ports/ports.ts';
import type { WaitingMail } from '../../ports/waiting-mail.ts';
import type { StoredWallet } from '../../ports/wallets.ts';
import { draftNotices, type NoticePorts } from '../mails/draft-notices.ts';

/** Emails that tell the owners of a merchant about a change of a wallet, for the transaction of the change. */
export async function tellOwners(
  ports: NoticePorts,
  { merchantId, livemode, network }: Pick<StoredWallet, 'merchantId' | 'livemode' | 'network'>,
  told: Pick<MailContents['wallet_changed'], 'change' | 'effectiveAtMs'> & { actor: string },
): Promise<WaitingMail[]> {
  if (!ports.mailer) return [];
  const { change, effectiveAtMs, actor } = told;
  const by = await nameActor(ports, merchantId, actor);
  const about = { mode: modeOf(livemode), network, change, effectiveAtMs, by };
  return draftNotices(ports, merchantId, 'wallet_changed', (reader) => ({ ...reader, ...about }));
}

async function nameActor({ team }: Pick<Ports, 'team'>, merchantId: StoredWallet['merchantId'], actor: string) {
  if (actor === 'cli') return 'the operator of this server';
  if (actor === 'takeover') return 'another account';
  if (actor.startsWith('key_')) return `the API key ${actor}`;
  const member = (await team.listMembers(merchantId)).find(({ userId }) => userId === actor);
  return member?.email ?? actor;
}
