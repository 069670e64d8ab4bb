import type { MailId } from '../domain/ids.ts';
import type { AuditEntry } from './audit.ts';
import type { WaitingMail } from './waiting-mail.ts';

export interface ClaimedMail extends WaitingMail {
  /** Includes the one that begins with the claim. */
  attempts: number;
}

/**
 * The emails that wait. They are written in the transaction of what causes them: most of them with its audit entry. An email
 * leaves the queue when it was sent or given up. It is sent at least once: a process that dies after sending it and before
 * saying so leaves it to be sent again.
 */
export interface Mails {
  /** Skips emails whose ID waits already, and those above the limit of a merchant. */
  add(mails: readonly WaitingMail[]): Promise<void>;
  /** The emails that are due longest. No other process gets them until a time. */
  claim(limit: number, nowMs: number, untilMs: number): Promise<ClaimedMail[]>;
  /** It was sent, or there is nothing to send. */
  remove(id: MailId): Promise<void>;
  /** Nothing happens if another process has claimed the email meanwhile. */
  retry(mail: Pick<ClaimedMail, 'id' | 'attempts'>, atMs: number): Promise<void>;
  giveUp(id: MailId, audit: AuditEntry): Promise<void>;
  /** How many wait, up to a limit, and since when the oldest. */
  view(limit: number): Promise<{ count: number; sinceMs: number | undefined }>;
}
