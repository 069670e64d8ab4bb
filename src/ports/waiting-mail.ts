import type { MailId, MerchantId } from '../domain/ids.ts';
import type { MailKind } from '../domain/mails/mail.ts';

/** An email that waits to be sent. Nothing that it says can be read without the vault. */
export interface WaitingMail {
  id: MailId;
  /** Undefined if it is not known yet to whom the email belongs. */
  merchantId: MerchantId | undefined;
  kind: MailKind;
  sealedContent: string;
  createdAtMs: number;
}
