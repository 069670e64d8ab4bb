import { type MerchantId, makeId } from '../../domain/ids.ts';
import type { MailContents, MailKind } from '../../domain/mails/mail.ts';
import type { Ports } from '../../ports/ports.ts';
import type { WaitingMail } from '../../ports/waiting-mail.ts';

export type DraftPorts = Pick<Ports, 'clock' | 'mailer' | 'random' | 'vault'>;

/** Emails of one kind, ready for the queue; none if this server sends no emails. */
export function draftMails<Kind extends MailKind>(
  ports: DraftPorts,
  merchantId: MerchantId | undefined,
  kind: Kind,
  contents: readonly MailContents[Kind][],
): WaitingMail[] {
  if (!ports.mailer) return [];
  const createdAtMs = ports.clock.nowMs();
  return contents.map((content) => {
    const id = makeId('mail', createdAtMs, ports.random.bytes(10));
    const sealedContent = ports.vault.seal(JSON.stringify(content), ['mails.sealed_content', id]);
    return { id, merchantId, kind, sealedContent, createdAtMs };
  });
}
