import type { MerchantId } from '../../domain/ids.ts';
import { isNoticeFor, type MailContents, type NoticeKind } from '../../domain/mails/mail.ts';
import type { Ports } from '../../ports/ports.ts';
import type { WaitingMail } from '../../ports/waiting-mail.ts';
import { type DraftPorts, draftMails } from './draft-mails.ts';

export type NoticePorts = DraftPorts & Pick<Ports, 'merchants' | 'team'>;

/** Whom a notice goes to, and about which merchant. */
export type NoticeReader = Pick<MailContents[NoticeKind], 'to' | 'merchantName'>;

/** One email for every member who should know, and has not turned notices off. */
export async function draftNotices<Kind extends NoticeKind>(
  ports: NoticePorts,
  merchantId: MerchantId,
  kind: Kind,
  contentFor: (reader: NoticeReader) => MailContents[Kind],
): Promise<WaitingMail[]> {
  if (!ports.mailer) return [];
  const merchant = await ports.merchants.find(merchantId);
  if (!merchant) return [];
  const members = await ports.team.listMembers(merchantId);
  const readers = members.filter(({ role, notices }) => notices && isNoticeFor(kind, role));
  const contents = readers.map(({ email }) => contentFor({ to: email, merchantName: merchant.name }));
  return draftMails(ports, merchantId, kind, contents);
}
